"""A limit on the memory that Streamlit uses for a session's uploaded files.

Streamlit limits the size of each file but not their number, and keeps them until the session ends,
so a forged client could send one after the other. Here only the newest that fit are kept.
"""

from __future__ import annotations

from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

# The file that is being read, and one that arrives meanwhile.
MOST_BYTES = 40 * 2**20


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


def keep_newest(manager: MemoryUploadedFileManager, most_bytes: int = MOST_BYTES) -> None:
    """Make a manager forget a session's oldest files when a new one does not fit.

    A manager that already does so is not changed.
    """
    add = manager.add_file
    if hasattr(add, "most_bytes"):
        return

    def add_and_forget(session_id: str, file: UploadedFileRec) -> None:
        room = most_bytes - len(file.data)
        for old in reversed([*manager.file_storage.get(session_id, {}).values()]):
            room -= len(old.data)
            if room < 0:
                manager.remove_file(session_id, old.file_id)
        add(session_id, file)

    add_and_forget.most_bytes = most_bytes  # type: ignore[attr-defined]
    manager.add_file = add_and_forget  # type: ignore[method-assign]
