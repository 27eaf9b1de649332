"""With this folder on PYTHONPATH, the project's own code sees no more of Python than Windows has.

Only the project's: the standard library and other packages know by ``sys.platform`` where they
are, and need what they use here.
"""

from __future__ import annotations

import builtins
import importlib
import os
import sys
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
OURS = tuple(str(ROOT / name) for name in ("aelr_core", "pages", "app.py"))
LIBRARY = Path(os.__file__).parent
STANDARD = (*(str(file) for file in LIBRARY.iterdir() if file.name != "site-packages"), "<frozen")
MODULES = {
    *("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"),
    *("crypt", "curses", "nis", "spwd", "_posixsubprocess"),
}
NAMES = {
    "os": (
        "chown chroot confstr ctermid fchdir fchmod fchown fork forkpty fpathconf fstatvfs getegid "
        "geteuid getgid getgroups getloadavg getpgid getpgrp getpriority getresuid getsid getuid "
        "initgroups kill killpg lchown lockf major memfd_create minor mkfifo mknod nice openpty "
        "pathconf pidfd_open pipe2 posix_fadvise posix_spawn posix_spawnp pread preadv pwrite "
        "readv register_at_fork sched_getaffinity sched_getparam sched_setaffinity sched_yield "
        "sendfile setegid seteuid setgid setpgid setpriority setsid setuid splice statvfs sync "
        "sysconf sysconf_names tcgetpgrp uname wait wait3 wait4 waitid waitpid writev O_CLOEXEC "
        "O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_SYNC WNOHANG P_ALL"
    ),
    "signal": (
        "SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 "
        "SIGUSR2 SIGXCPU alarm getitimer pause pthread_kill pthread_sigmask setitimer "
        "siginterrupt sigpending sigwait sigtimedwait"
    ),
    "socket": "AF_UNIX AF_NETLINK SO_REUSEPORT CMSG_LEN recv_fds send_fds",
    "select": "poll epoll kqueue devpoll",
    "time": "tzset pthread_getcpuclockid",
}


def ours(frame: FrameType | None) -> bool:
    """Whether a frame is the project's."""
    return frame is not None and frame.f_code.co_filename.startswith(OURS)


def for_us(frame: FrameType | None) -> bool:
    """Whether the project asks, perhaps through the standard library."""
    while frame is not None and frame.f_code.co_filename.startswith(STANDARD):
        frame = frame.f_back
    return ours(frame)


def without(module: ModuleType, names: str) -> ModuleType:
    """Return a copy of a module that lacks some names."""
    less = ModuleType(module.__name__, module.__doc__)
    hidden = set(names.split())
    less.__dict__.update({key: it for key, it in vars(module).items() if key not in hidden})
    return less


def seen(name: str, module: ModuleType) -> ModuleType:
    """Return a module as the project sees it."""
    if name == "subprocess":
        less = without(module, "")
        less.Popen = _popen(module)  # type: ignore[attr-defined]
        return less
    return without(module, NAMES[name]) if name in NAMES else module


def _popen(module: Any) -> Any:
    class Popen(module.Popen):  # type: ignore[misc]
        def __init__(self, *args: Any, **options: Any) -> None:
            if options.get("pass_fds") or options.get("preexec_fn"):
                raise ValueError("not supported on Windows")
            super().__init__(*args, **options)

    return Popen


_import, _import_module = builtins.__import__, importlib.import_module


def limited_import(name: str, *args: Any, **options: Any) -> ModuleType:
    if not ours(sys._getframe().f_back):
        return _import(name, *args, **options)
    if name in MODULES:
        raise ImportError(f"No module named {name!r} on this system")
    return seen(name, _import(name, *args, **options))


def limited_import_module(name: str, package: str | None = None) -> ModuleType:
    if ours(sys._getframe().f_back) and name in MODULES:
        raise ImportError(f"No module named {name!r} on this system")
    return _import_module(name, package)


def hook(event: str, args: tuple[Any, ...]) -> None:
    """Refuse what only Linux has: its folders of facts, and the program itself as a library."""
    if event == "open" and str(args[0]).startswith(("/proc", "/sys", "/dev/")):
        if for_us(sys._getframe().f_back):
            raise FileNotFoundError(args[0])
    elif event == "ctypes.dlopen" and args[0] is None and for_us(sys._getframe().f_back):
        raise TypeError("bad argument type for built-in operation")


builtins.__import__ = limited_import
importlib.import_module = limited_import_module
sys.addaudithook(hook)
