"""The gallery of the page `paper`: its style, its rows and ways to them, a line for each panel."""

# The wide map and the tall one are both drawn; a phone shows the tall one, other screens the wide.
STYLE = """<style>
.st-key-tall-map { display: none; }
@media (max-width: 700px) {
    .st-key-map { display: none; }
    .st-key-tall-map { display: flex; }
}
.st-key-gallery h3 { font-size: 1.05rem; padding: 0; }
</style>"""
# The panels by what they are about: figures of one data set are side by side.
ROWS = {
    "Synthetic data, ridge": ("1a", "1b", "1c", "1d"),
    "Synthetic data, lasso": ("2a", "2b", "2c", "2d"),
    "MNIST": ("3", "4"),
    "Covertype": ("5", "6"),
    "AdaGrad": ("7", "8"),
}
# What the paper says about each panel, in one line.
THE_PAPER = {
    "1a": "with equal moments DDAERR and AERR are the same, up to the step size.",
    "1b": "DDAERR and Two-Phased DDAERR are better than AERR, and the gap opens.",
    "1c": "DDAERR and Two-Phased DDAERR are better than AERR, and the gap is wider.",
    "1d": "DDAERR and Two-Phased DDAERR are better than AERR, and the gap is widest.",
    "2a": "with equal moments DDAELR and AELR are the same, up to the step size.",
    "2b": "DDAELR and Two-Phased DDAELR are better than AELR, and the gap opens.",
    "2c": "DDAELR and Two-Phased DDAELR are better than AELR, and the gap is wider.",
    "2d": "DDAELR and Two-Phased DDAELR are better than AELR, and the gap is widest.",
    "3": "DDAERR is far ahead of AERR and like online ridge; two-phased converges to it.",
    "4": "DDAELR is far ahead of AELR and varies least; two-phased converges to it.",
    "5": "DDAERR is far ahead of AERR; two-phased is between them and has not converged.",
    "6": "DDAELR is ahead of AELR; two-phased converges to it; online lasso drifts away.",
    "7": "AdaGrad makes all but the offline predictor slightly better.",
    "8": "AdaGrad helps full information slightly and makes budgeted algorithms worse.",
}


def jumps() -> str:
    """Return links to the first panel of each part, in one line."""
    return " · ".join(f"[{part}](#figure-{keys[0]})" for part, keys in ROWS.items())
