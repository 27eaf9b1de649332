"""The sample table: a small, invented clinic with everything found in a real file.

Texts, categories, missing values, and measurements that are mostly near zero and seldom large.
``python -m research.clinic`` writes the file that ships with the app.
"""

from __future__ import annotations

from argparse import ArgumentParser

import numpy as np

from aelr_core.datasets.csv import SAMPLE

PATIENTS = 300
MISSING = 0.01
# Mean and standard deviation of measurements with a normal distribution.
LEVELS = {
    "age": (58, 16),
    "haemoglobin": (13.6, 1.6),
    "leucocytes": (7.4, 2.1),
    "platelets": (252, 61),
    "sodium": (139.5, 3.0),
    "potassium": (4.2, 0.4),
    "albumin": (41, 4.5),
    "cholesterol": (5.1, 1),
    "calcium": (2.35, 0.1),
    "oxygen": (96.4, 1.8),
}
# Median and spread (of the logarithm) of measurements that are mostly low and seldom very high.
PEAKS = {
    "glucose": (5.6, 0.3),
    "creatinine": (82, 0.35),
    "urea": (5.9, 0.4),
    "alt": (24, 0.7),
    "ast": (25, 0.6),
    "bilirubin": (9, 0.6),
    "lactate": (1.2, 0.5),
    "tsh": (1.8, 0.8),
    "ferritin": (110, 1.0),
    "crp": (4, 1.4),
    "d_dimer": (0.4, 1.2),
    "troponin": (6, 1.5),
    "procalcitonin": (0.06, 1.7),
    "nt_probnp": (130, 1.6),
}
# By how many standard deviations each test separates the ill from the others.
TELLS = {
    "crp": 1.0,
    "leucocytes": 0.8,
    "age": 0.7,
    "albumin": -0.7,
    "troponin": 0.6,
    "oxygen": -0.6,
}


def clinic(seed: int = 7) -> str:
    """Return the table as CSV text: the same for the same seed."""
    draw = np.random.default_rng(seed)
    score = np.zeros(PATIENTS)
    cells: dict[str, list[str]] = {
        "patient": [f"P{number:04d}" for number in 1000 + draw.permutation(PATIENTS)],
        "ward": [str(ward) for ward in draw.choice(["A", "B", "C"], PATIENTS, p=[0.5, 0.4, 0.1])],
        "smoker": [str(word) for word in draw.choice(["no", "yes"], PATIENTS, p=[0.75, 0.25])],
    }
    for name, (middle, spread) in {**LEVELS, **PEAKS}.items():
        z = draw.standard_normal(PATIENTS)
        score += TELLS.get(name, 0.0) * z
        values = middle + spread * z if name in LEVELS else middle * np.exp(spread * z)
        missing = draw.random(PATIENTS) < MISSING
        cells[name] = [
            "" if gap else f"{value:.3g}" for value, gap in zip(values, missing, strict=True)
        ]
    ill = score + 0.7 * draw.standard_normal(PATIENTS) > 0.5
    cells["ill"] = ["yes" if each else "no" for each in ill]
    lines = [",".join(cells), *(",".join(row) for row in zip(*cells.values(), strict=True))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    SAMPLE.write_text(clinic(), encoding="utf-8")
