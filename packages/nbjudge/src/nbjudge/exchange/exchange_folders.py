"""The folders of a course in nbgrader's exchange: who can replace them, and writing in them.

Every student writes somewhere in the exchange. Whoever may rename a folder on the way to the
course's can put another one in its place, with links to the teacher's files. So each folder on the
way is checked (`CourseExchange.unsafe`), and all writing goes through the descriptor of a folder
that was checked after it was opened (`CourseExchange.opened`).
"""

import contextlib
import errno
import os
import pwd
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import Exchange

from ..errors import Problem, RunStoppedError
from ..files.atomic_write import remove_leftovers, replace_in
from ..files.tree import AS_FOLDER, open_file


class CourseExchange:
    """The folders of a course in the exchange.

    `root` is the exchange's folder if the configuration names another one for a command. Attributes
    are the folders `course`, `inbound` (submissions), and `feedback` (released pages and the status
    of attempts). Methods that open one of them raise `OSError` as `opened` does.
    """

    def __init__(self, coursedir: CourseDirectory, root: str | None = None) -> None:
        exchange = Exchange(coursedir=coursedir, config=coursedir.config)
        self.root = Path(root or exchange.root).absolute()
        self.course = self.root / coursedir.course_id
        self.inbound, self.feedback = self.course / "inbound", self.course / "feedback"
        own = os.stat(coursedir.root)
        self.owner = own.st_uid
        self.teachers = own.st_gid if coursedir.groupshared else -1  # a group's id; -1 is none

    def unsafe(self) -> list[Problem]:
        """Return why others can replace the course's folders, each with a command that fixes it.

        Folders that do not exist yet, or that this account cannot see, are left out.
        """
        found = dict[Path, Problem]()
        if self.course == self.root or not os.path.isdir(self.root):
            return []  # the course uses no exchange
        for folder in (self.inbound, self.course / "outbound", self.feedback):
            with contextlib.suppress(OSError):
                for step in _steps(folder):
                    if why := self._why_unsafe(step, step.lstat()):
                        found[step] = why
        return list(found.values())

    def refuse_unsafe(self) -> None:
        """Raise `RunStoppedError` if others can replace the course's folders in the exchange.

        The message contains the commands that fix it.
        """
        if found := self.unsafe():
            raise RunStoppedError("; ".join(map(str, found)))

    def _why_unsafe(self, path: Path, status: os.stat_result) -> Problem | None:
        mode = status.st_mode
        own = path.is_relative_to(self.course)
        # Anybody who may write in these could create `feedback/`, or release an assignment.
        closed = own and path != self.inbound
        held = stat.S_ISLNK(mode) or (mode & stat.S_ISVTX and not closed)
        if not self._is_trusted(status.st_uid):
            why = f"belongs to {user_name(status.st_uid)}. Check its contents first"
            command = f"sudo chown -h {user_name(self.owner) if own else 'root'}"
        elif stat.S_ISLNK(mode) and own:
            why, command = "is a link. Remove it, and put the folder itself there", "rm"
        elif mode & stat.S_IWOTH and not held:
            why, command = "is writable by every user", f"chmod {'o-w' if closed else '+t'}"
        elif mode & stat.S_IWGRP and not held and status.st_gid not in (0, self.teachers):
            why, command = f"is writable by the group {status.st_gid}", "chmod g-w"
        else:
            return None
        sentence = f"Others can replace the course's folders in the exchange: {path} {why}"
        return Problem(sentence, f"{command} {shlex.quote(str(path))}")

    def _is_trusted(self, user: int) -> bool:
        """Return True for root, the course's account, and a teacher of the course's group."""
        if user in (0, os.getuid(), self.owner):
            return True
        with contextlib.suppress(KeyError):
            account = pwd.getpwuid(user)
            return self.teachers in os.getgrouplist(account.pw_name, account.pw_gid)
        return False

    def prepare(self) -> None:
        """Create `feedback/` with the mode that nbgrader gives it, and make `inbound/` sticky."""
        modes = {"feedback": 0o711 if self.teachers < 0 else 0o2771, "inbound": stat.S_ISVTX}
        with self.opened(self.course) as course, contextlib.ExitStack() as stack:
            with contextlib.suppress(FileExistsError):
                os.mkdir("feedback", 0o700, dir_fd=course)
            for name, bits in modes.items():
                if os.stat(name, dir_fd=course, follow_symlinks=False).st_uid == os.getuid():
                    # `os.chmod` would follow a link that somebody puts there meanwhile.
                    folder = os.open(name, AS_FOLDER, dir_fd=course)
                    stack.callback(os.close, folder)
                    os.fchmod(folder, stat.S_IMODE(os.fstat(folder).st_mode) | bits)
        with self.opened(self.feedback) as feedback:
            remove_leftovers(feedback)

    @contextlib.contextmanager
    def opened(self, folder: Path) -> Iterator[int]:
        """Open the course's folder or one in it, and yield its descriptor.

        No link below the root is followed. Raises `OSError` if the folder cannot be opened, or
        others can replace what is in it.
        """
        with contextlib.ExitStack() as stack:
            path, descriptor = self.root, os.open(self.root, AS_FOLDER & ~os.O_NOFOLLOW)
            stack.callback(os.close, descriptor)
            for part in folder.relative_to(self.root).parts:
                path, descriptor = path / part, os.open(part, AS_FOLDER, dir_fd=descriptor)
                stack.callback(os.close, descriptor)
                # A folder of that name may have been another one when it was looked at last.
                if why := self._why_unsafe(path, os.fstat(descriptor)):
                    raise OSError(errno.EPERM, why.sentence, str(path))
            yield descriptor

    def write(self, path: Path, content: bytes) -> None:
        """Write a file in one of the folders atomically, readable for everybody.

        The teachers' group can write it if ``CourseDirectory.groupshared`` is on.
        """
        with self.opened(path.parent) as folder:
            # Without the setgid bit the file would belong to the group of this account.
            status = os.fstat(folder)
            shared = status.st_mode & stat.S_ISGID and status.st_gid == self.teachers
            replace_in(folder, path.name, content, mode=0o664 if shared else 0o644)

    def read(self, path: Path) -> bytes:
        """Read a file in one of the folders; raise `OSError` if it is a link, or cannot be read."""
        with self.opened(path.parent) as folder, open_file(path.name, folder) as file:
            return file.read()

    def remove(self, path: Path) -> None:
        """Remove a file from one of the folders, if it exists."""
        with self.opened(path.parent) as folder, contextlib.suppress(FileNotFoundError):
            os.unlink(path.name, dir_fd=folder)


def user_name(user: int) -> str:
    """Return the name of a user of the system; a phrase with the id if there is no name."""
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user id {user}"


def _steps(path: Path) -> Iterator[Path]:
    """Yield each folder and each link on the way from / to a path, from the top to the bottom."""
    for step in (*reversed(path.parents), path):
        yield step
        if step.is_symlink() and os.path.exists(step):  # not in a circle
            yield from _steps(step.parent / step.readlink())
