"""The chart library is a copy of the installed one, made once, and alone of its kind."""

from pathlib import Path

import plotly
from plotly.offline import get_plotlyjs_version

from pages.ui.runs.live_chart import serve_plotly

SOURCE = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"


def test_it_is_copied_once_mended_and_replaces_older_ones(tmp_path: Path) -> None:
    serve = serve_plotly.__wrapped__  # without its memory of having done so
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "plotly-0.9.0.min.js").write_text("old")
    (folder / "picture.png").write_text("not ours")
    name = serve(folder)
    assert get_plotlyjs_version() in name
    assert sorted(file.name for file in folder.iterdir()) == ["picture.png", name]
    assert (folder / name).read_bytes() == SOURCE.read_bytes()
    written = (folder / name).stat().st_mtime_ns
    assert serve(folder) == name
    assert (folder / name).stat().st_mtime_ns == written
    (folder / name).write_text("cut short")
    serve(folder)
    assert (folder / name).stat().st_size == SOURCE.stat().st_size
