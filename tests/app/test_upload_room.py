"""What uploaded files may take in Streamlit's memory, whoever sends them."""

from __future__ import annotations

from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from pages.ui.upload_room import keep_newest


def rec(name: str, size: int) -> UploadedFileRec:
    return UploadedFileRec(name, f"{name}.csv", "text/csv", bytes(size))


def test_the_newest_files_of_a_session_stay_as_many_as_fit() -> None:
    manager = MemoryUploadedFileManager("/upload")
    keep_newest(manager, most_bytes=100)
    keep_newest(manager, most_bytes=10)  # every run asks for it: the first one counts
    manager.add_file("other", rec("theirs", 90))
    for number in range(50):
        manager.add_file("mine", rec(f"f{number}", 40))
    assert list(manager.file_storage["mine"]) == ["f48", "f49"]
    manager.add_file("mine", rec("large", 100))
    assert list(manager.file_storage["mine"]) == ["large"]
    manager.add_file("mine", rec("large", 60))  # again, in its own place
    assert len(manager.get_files("mine", ["large"])[0].data) == 60
    assert list(manager.file_storage["other"]) == ["theirs"]
