"""A file is there whole or not at all; links are followed, devices and pipes are streams."""

from __future__ import annotations

import io
import os
import stat
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from aelr_core.files import free_name, refuse_unwritable, written


def write(path: Path, content: bytes = b"new") -> None:
    with written(path) as file:
        file.write(content)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_old_file_stays_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with pytest.raises(TypeError), written(path) as file:
        file.writelines([b"half", "no bytes"])  # type: ignore[list-item]
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == {"a"}
    write(path)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(tmp_path) == {"a"}


def test_a_neighbour_with_the_name_of_a_draft_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.part").write_bytes(b"mine")
    write(tmp_path / "a")
    assert (tmp_path / "a.part").read_bytes() == b"mine"


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 127)
    refuse_unwritable(path, "--out")
    write(path)
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_followed(tmp_path: Path, there: bool) -> None:
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / "target", tmp_path / "link"
    if there:
        target.write_bytes(b"old")
    link.symlink_to(Path("elsewhere") / "target")
    refuse_unwritable(link, "--out")
    write(link)
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert names(tmp_path / "elsewhere") == {"target"}


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    main, terminal = os.openpty()
    link = tmp_path / "link"
    link.symlink_to(os.ttyname(terminal))
    try:
        for path in (Path(os.ttyname(terminal)), link):
            refuse_unwritable(path, "--out")
            write(path)
            assert os.read(main, 10) == b"new"
            assert stat.S_ISCHR(path.stat().st_mode)
        assert link.is_symlink()
    finally:
        os.close(main)
        os.close(terminal)


def test_an_open_file_is_written_where_it_stands(tmp_path: Path) -> None:
    """As /dev/stdout is, when it is redirected to a file."""
    file = tmp_path / "file"
    with file.open("wb", buffering=0) as opened:
        for path in (Path(f"/proc/self/fd/{opened.fileno()}"), Path(f"/dev/fd/{opened.fileno()}")):
            refuse_unwritable(path, "--out")
            write(path, b"new ")
        assert os.path.samefile(file, opened.fileno())
    assert file.read_bytes() == b"new new "


def test_an_archive_goes_through_a_pipe(tmp_path: Path) -> None:
    path, read = tmp_path / "pipe", list[bytes]()
    os.mkfifo(path)
    reader = Thread(target=lambda: read.append(path.read_bytes()), daemon=True)
    reader.start()
    refuse_unwritable(path, "--out")
    with written(path) as file:
        np.savez_compressed(file, a=np.arange(3))
    reader.join()
    assert path.is_fifo()
    with np.load(io.BytesIO(read[0])) as archive:
        assert archive["a"].tolist() == [0, 1, 2]


def test_a_pipe_that_nobody_reads_any_more(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = Thread(target=lambda: path.open("rb").close(), daemon=True)
    reader.start()
    with pytest.raises(ValueError, match=r"pipe was closed before everything was written\.$"):
        write(path, bytes(10_000_000))


def test_what_cannot_be_written_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (tmp_path, tmp_path / "no" / "file"):
        with pytest.raises(ValueError, match=r"^--out must name a file in a folder that exists"):
            refuse_unwritable(path, "--out")
    (tmp_path / "dangling").symlink_to(tmp_path / "no" / "file")
    with pytest.raises(ValueError, match="in a folder that exists"):
        refuse_unwritable(tmp_path / "dangling", "--out")
    (tmp_path / "protected").touch()
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write into anything
    with pytest.raises(ValueError, match=r"protected is read-only\.$"):
        refuse_unwritable(tmp_path / "protected", "--out")

    def read_only(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "touch", read_only)
    with pytest.raises(ValueError, match=r"cannot be written to: Read-only file system\.$"):
        refuse_unwritable(tmp_path / "file", "--out")


def test_a_name_that_nothing_has(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    for expected in ("a-unfinished.npz", "a-unfinished-2.npz", "a-unfinished-3.npz"):
        free = free_name(path, "unfinished")
        assert free.name == expected
        free.touch()
