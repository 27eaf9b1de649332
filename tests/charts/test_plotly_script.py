"""The chart library is a copy of the one that ships, made once, and alone of its kind."""

from pathlib import Path

from plotly.offline import get_plotlyjs_version

from pages.ui.charts.chart import PLOTLY, serve_plotly


def test_it_is_copied_once_repaired_and_replaces_older_ones(tmp_path: Path) -> None:
    serve = serve_plotly.__wrapped__  # without its memory of having done so
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "plotly-0.9.0.min.js").write_text("old")
    (folder / "picture.png").write_text("not ours")
    name = serve(folder)
    assert name == PLOTLY.name
    assert sorted(file.name for file in folder.iterdir()) == ["picture.png", name]
    assert (folder / name).read_bytes() == PLOTLY.read_bytes()
    written = (folder / name).stat().st_mtime_ns
    assert serve(folder) == name
    assert (folder / name).stat().st_mtime_ns == written
    (folder / name).write_text("cut short")
    serve(folder)
    assert (folder / name).stat().st_size == PLOTLY.stat().st_size


def test_it_reads_figures_of_the_installed_plotly() -> None:
    version = PLOTLY.name.removeprefix("plotly-cartesian-").removesuffix(".min.js")
    assert f"plotly.js (cartesian - minified) v{version}\n" in PLOTLY.read_text("utf-8")[:200]
    assert version.split(".")[0] == get_plotlyjs_version().split(".")[0]
