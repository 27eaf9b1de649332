"""A limit on the memory that uploaded files take, for one visitor and for all of them together.

Streamlit limits the size of each file but not their number, and keeps them until the session ends,
so forged clients could send one after the other. Here only the newest of a session are kept, and a
file that does not fit beside those of all visitors is refused: an empty one takes its place, from
which the page learns it.
"""

from __future__ import annotations

from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

from pages.ui import uploads

# Of a session: the file that is being read, and one that arrives meanwhile.
MOST_BYTES, MOST_FILES = 40 * 2**20, 8
# Of all visitors, with the files of the tables that they work with.
MOST_OF_ALL = 200 * 2**20
REFUSED = "application/x-refused"  # the type of the empty file
NO_ROOM = (
    f"The files of all visitors fill the {MOST_OF_ALL // 2**20} MB that this server has for them: "
    "try again later, or with a smaller file."
)


def bound() -> None:
    """Bound the files of all sessions, once per server. Call it where there is a session."""
    context = get_script_run_ctx()
    if context is not None and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        keep_newest(context.uploaded_file_mgr)


def let_go(file_id: str) -> None:
    """Remove a file of this session that has been read."""
    context = get_script_run_ctx()
    if context is not None and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        context.uploaded_file_mgr.remove_file(context.session_id, file_id)


def refused(file: UploadedFile) -> bool:
    """Return whether a file is the empty one that stands for a refused one."""
    return file.type == REFUSED


def keep_newest(
    manager: MemoryUploadedFileManager,
    most_bytes: int = MOST_BYTES,
    most_of_all: int = MOST_OF_ALL,
) -> None:
    """Make a manager forget a session's oldest files when a new one does not fit.

    If it does not fit beside those of all sessions either, it is refused. A manager that already
    does so is not changed.
    """
    add = manager.add_file
    if hasattr(add, "most_bytes"):
        return

    def add_and_forget(session_id: str, file: UploadedFileRec) -> None:
        manager.remove_file(session_id, file.file_id)
        room = most_bytes - len(file.data)
        for place, old in enumerate(reversed([*manager.file_storage[session_id].values()]), 2):
            room -= len(old.data)
            if room < 0 or place > MOST_FILES:
                manager.remove_file(session_id, old.file_id)
        waiting = sum(one.byte_length for all_of in manager.get_stats().values() for one in all_of)
        if waiting + uploads.bytes_held() + len(file.data) > most_of_all:
            file = file._replace(type=REFUSED, data=b"")
        add(session_id, file)

    add_and_forget.most_bytes = most_bytes  # type: ignore[attr-defined]
    manager.add_file = add_and_forget  # type: ignore[method-assign]
