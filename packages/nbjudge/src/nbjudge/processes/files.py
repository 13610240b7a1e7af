"""Files that a test cell and the student's code write for each other.

The two processes have folders of their own. While a test cell runs that looks at files, those that
one side has changed are copied to the other, before and after each request. The judge takes data
only: bytes of regular files with certain suffixes, under names that its own folder does not have at
the beginning. They are removed after the cell.

Entry points: `looks_at_files`, before a cell runs; `ExchangedFiles` in the judge and `Files` in the
student's process, while it runs.
"""

import contextlib
import os
import stat
import sys
from collections.abc import Collection, Iterable
from pathlib import PurePath
from typing import Any

from ..sandbox.bubblewrap import HOME

TMP = "/tmp"
MOST, MOST_BYTES = 100, 10 * 2**20
# Names in a cell that looks at files, and names that make a program or an object of a file.
NAMES = frozenset(
    "Path exists getsize glob imread isdir isfile iterdir listdir load loadtxt mkdtemp open "
    "read_bytes read_csv read_json read_text scandir tempfile to_csv to_json write_bytes "
    "write_text".split()
)
UNSAFE = frozenset(
    "Popen Unpickler compile dill eval exec import_module importlib joblib marshal pickle popen "
    "read_hdf read_pickle run_module run_path runpy shelve subprocess system unsafe_load".split()
)
# The kinds of files that the judge takes, by their suffix. No module of Python is among them.
DATA = frozenset(
    ".bmp .csv .dat .gif .htm .html .jpeg .jpg .json .jsonl .log .md .npy .npz .out .pdf .png .svg "
    ".tsv .txt .xml".split()
)
Contents = dict[str, bytes | None]  # by path: None if it is gone; a path with "/" is a folder


def looks_at_files(mentioned: Collection[str]) -> bool:
    """Return True if files are exchanged for a test cell that mentions these names."""
    return not NAMES.isdisjoint(mentioned) and UNSAFE.isdisjoint(mentioned)


class Files:
    """The files of one process, and those that have changed since they were last exchanged.

    Attributes
    ----------
    given, seen
        The state of each file at the beginning, and after the last exchange, by path: relative to
        the working directory, or below /tmp. The path of a folder ends with "/".
    """

    def __init__(self) -> None:
        self.root = os.getcwd()
        # Without a sandbox, /tmp is the machine's.
        self.roots = [self.root, TMP] if self.root == HOME else [self.root]
        self.given = self.seen = dict[str, Any]()

    def answer(self, word: str, contents: Contents) -> Contents:
        """Take the files of the judge, and return those that have changed; see `exchange`."""
        if word == "keep":
            self.given = self.seen = self._scan()
        elif word == "all":
            self.seen = self.given
        own = self.changes()
        for path, data in contents.items():
            self.put(path, data)
        return own

    def changes(self) -> Contents:
        """Return the files that have changed since the last exchange."""
        before, self.seen = self.seen, self._scan()
        found: Contents = {path: None for path in before.keys() - self.seen.keys()}
        left = MOST_BYTES
        for path, state in self.seen.items():
            if before.get(path) != state and len(found) < MOST:
                data = b"" if path.endswith("/") else self._read(path, left + 1)
                if len(data) <= left:
                    found[path] = data
                    left -= len(data)
        return found

    def put(self, path: str, data: bytes | None) -> None:
        """Write a file of the other side, make its folder, or remove it, as far as possible."""
        place = os.path.join(self.root, path)
        with contextlib.suppress(OSError):
            if data is None:
                self.seen.pop(path, None)
                (os.rmdir if path.endswith("/") else os.unlink)(place)
                return
            os.makedirs(os.path.dirname(place), exist_ok=True)
            if not path.endswith("/"):
                with open(place, "wb", opener=_open) as file:
                    file.write(data)
            self.seen[path] = _state(place)

    def _read(self, path: str, most: int) -> bytes:
        with contextlib.suppress(OSError), open(os.path.join(self.root, path), "rb") as file:
            return file.read(most)
        return b""

    def _scan(self) -> dict[str, Any]:
        found = dict[str, Any]()
        for root in self.roots:
            for folder, folders, names in os.walk(root):
                own = folder == TMP  # packages have folders of their own there
                folders[:] = [
                    n for n in folders if n.startswith("tmp" if own else "") and _plain(n)
                ]
                for name in (*(f"{each}/" for each in folders), *filter(_plain, names)):
                    place = os.path.join(folder, name)
                    if state := _state(place):
                        found[place.removeprefix(f"{self.root}/")] = state
        return found


def _plain(name: str) -> bool:
    return name.isprintable() and not name.startswith((".", "__"))


def _open(place: str, flags: int) -> int:
    return os.open(place, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)


def _state(place: str) -> Any:
    """Return what tells one version of a file from the next; None if it is no file or folder."""
    with contextlib.suppress(OSError):
        state = os.lstat(place.removesuffix("/"))
        if stat.S_ISREG(state.st_mode):
            return state.st_mtime_ns, state.st_size, state.st_ino
        return "folder" if stat.S_ISDIR(state.st_mode) else None
    return None


class ExchangedFiles(Files):
    """The files of the judge, and those of the submission that are there while a test cell runs."""

    def __init__(self) -> None:
        super().__init__()
        self.given = self.seen = self._scan()
        self.came = dict[str, int]()  # the sizes of the submission's files
        self.told = set[str]()  # the names of files that calls were passed
        self.hooked = False

    def hear(self, arguments: Iterable[Any]) -> None:
        """Note the names of files in the arguments of a call: it may change these."""
        paths = (each for each in arguments if isinstance(each, str | PurePath))
        self.told |= {os.path.basename(path) for path in paths}

    def write(self, contents: Any) -> None:
        """Write the files of the submission that the judge takes.

        Parameters
        ----------
        contents
            The reply of the student's process, which is not trusted.
        """
        for path, data in contents.items() if type(contents) is dict else ():
            if type(path) is not str or type(data) not in (bytes, type(None)):
                continue
            sizes = self.came | {path: len(data or b"")}
            known = data is not None or path in self.seen
            if (
                self.takes(path)
                and known
                and len(sizes) <= MOST
                and sum(sizes.values()) <= MOST_BYTES
            ):
                self.came = sizes
                self.put(path, data)
        if self.came and not self.hooked:
            self.hooked = True
            sys.addaudithook(self._refuse)

    def remove(self) -> None:
        """Remove the files of the submission, because the test cell has ended."""
        for path in sorted(self.came, reverse=True):
            self.put(path, None)
        self.came.clear()
        self.told.clear()

    def takes(self, path: str) -> bool:
        """Return True if the judge takes a file, or makes a folder, of this name."""
        bare = path.removesuffix("/")
        in_tmp = bare.startswith(f"{TMP}/") and TMP in self.roots
        parts = bare.split("/")[2 if in_tmp else 0 :]
        if (
            path in self.given
            or len(path) > 200
            or not all(part and _plain(part) for part in parts)
        ):
            return False
        if in_tmp and len(parts) > 1 and not parts[0].startswith("tmp"):
            return False
        if path in self.seen and path not in self.came and parts[-1] not in self.told:
            return False  # of the test's own
        folder = os.path.dirname(os.path.join(self.root, bare))
        if os.path.realpath(folder) != folder:  # a link that the test cell has made
            return False
        suffix = os.path.splitext(parts[-1])[1]
        return path.endswith("/") or suffix in DATA or (in_tmp and parts[0].startswith("tmp"))

    def _refuse(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "pickle.find_class" and self.came:
            raise RuntimeError("A test cell cannot unpickle what the submission may have written.")
