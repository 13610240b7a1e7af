"""Checks of the machine around a sandbox while a submission attacks it; a program.

Entry point: `main`, with the name of a check. It prints the result. A submission that reports a
failed attack proves little, because it may look in the wrong place. These checks therefore look at
files, locks, terminals, memory and processes of the machine, during or after the attack.
"""

import contextlib
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil

import nbisolate
from nbisolate.application import Application
from nbisolate.processes.engine import Cell, NotebookRun, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.cgroups import unavailable
from nbisolate.sandbox.limits import Limits

SHARED = nbisolate.__file__  # a file that every sandbox shows, and that the grader owns
WAIT = "\nimport time\ntime.sleep(3)\n"

LEASES = f"""
import fcntl, os, signal
signal.signal(signal.SIGIO, signal.SIG_IGN)  # that somebody waits
for kind in (fcntl.F_RDLCK, fcntl.F_WRLCK):
    file = os.open({SHARED!r}, os.O_RDONLY)
    try:
        fcntl.fcntl(file, fcntl.F_SETLEASE, kind)
    except OSError as error:
        print(error)
"""
LOCKS = f"""
import fcntl, os
held = os.open({SHARED!r}, os.O_RDONLY)
fcntl.flock(held, fcntl.LOCK_EX)
"""
TERMINALS = """
import os
held = []
try:
    for _ in range(200):
        held.append(os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY))
except OSError as error:
    print(error)
"""
SOCKETS = """
import socket
held = []
listener = socket.create_server(("127.0.0.1", 0))
for _ in range(60):
    held += [socket.create_connection(listener.getsockname()), listener.accept()[0]]
for end in held:
    end.setblocking(False)
    for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        end.setsockopt(socket.SOL_SOCKET, option, 2**30)
for end in held:
    try:
        while True:
            end.send(bytes(2**16))
    except BlockingIOError:
        pass
"""
# The code of every library in the first process becomes a slide to a loop that sleeps: it never
# sees the end of the grader's pipe. Machine code of x86_64.
PATCH = """
import re
loop = bytes.fromhex("6a22580f05ebf9")
try:
    with open("/proc/1/maps") as maps, open("/proc/1/mem", "r+b", buffering=0) as memory:
        for line in maps:
            first, last, rights = re.match("([0-9a-f]+)-([0-9a-f]+) (....)", line).groups()
            if "x" in rights and "[" not in line:
                memory.seek(int(first, 16))
                memory.write(bytes([0x90]) * (int(last, 16) - int(first, 16) - len(loop)) + loop)
except OSError as error:
    print(error)
while True:
    time.sleep(1)
"""


def run(
    *cells: Cell,
    hidden: tuple[str, ...] = (),
    **limits: float,
) -> NotebookRun:
    """Run a notebook with a fork server of its own, whose sandboxes show folders `hidden` empty."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for part in ("judge", "student"):
            (folder / part).mkdir()
        forkserver = ForkServer([], application=Application(hidden=hidden))
        try:
            return run_notebook(
                cells=cells,
                support=folder / "judge",
                work=folder / "student",
                limits=Limits(**{"cell_seconds": 20, **limits}),
                sandboxed=True,
                forkserver=forkserver,
            )
        finally:
            forkserver.close()


def during(source: str, look):
    """Call `look` repeatedly while a cell runs; return the set of its results."""
    with ThreadPoolExecutor() as pool:
        ran = pool.submit(run, Cell(source + WAIT))
        seen = set()
        while not ran.done():
            seen.add(look())
            time.sleep(0.02)
        for output in ran.result().outputs[0]:
            # If the cell failed before the attack, the check would show nothing.
            assert output["output_type"] == "stream", output
    return seen


def leases() -> list[str]:
    """Return the errors of opening a file while a submission asks for leases on it."""

    def look():
        try:
            os.close(os.open(SHARED, os.O_WRONLY | os.O_NONBLOCK))
        except BlockingIOError:
            return "others have to wait"
        return "open"

    return sorted(during(LEASES, look))


def locks() -> list[str]:
    """Return the states of a file's lock as seen from outside while a submission locks it."""

    def look():
        with open(SHARED) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return "locked"
        return "free"

    return sorted(during(LOCKS, look))


def terminals() -> bool:
    """Return True if a submission can take more than a few of the machine's pseudoterminals."""
    counts = during(TERMINALS, lambda: int(Path("/proc/sys/kernel/pty/nr").read_text()))
    return max(counts) - min(counts) > 40


def sockets() -> bool:
    """Return True if a submission can take over 100 MB of the memory that all TCP shares."""

    def look():
        words = Path("/proc/net/sockstat").read_text().split("TCP:")[1].split()
        return int(words[words.index("mem") + 1])

    pages = during(SOCKETS, look)
    return (max(pages) - min(pages)) * 4096 > 100 * 2**20


def sockets_count() -> str | None:
    """Return the reason why a submission that holds many sockets was ended."""
    source = "import socket\nheld = [socket.socketpair() for _ in range(115)]" + WAIT
    return run(Cell(source), memory_mb=100).reason


def hidden() -> list[str]:
    """Return a submission's view of a folder that is hidden, and the error of writing there."""
    folder = "/usr/share/doc"
    assert os.listdir(folder)
    source = f"""
import os
print(os.listdir({folder!r}))
try:
    os.mkdir({folder + "/x"!r})
except OSError as error:
    print(error.strerror)
"""
    return run(Cell(source), hidden=(folder,)).outputs[0][0]["text"].splitlines()


def writable() -> list[str]:
    """Return the mounts that a submission sees and that are not read-only."""
    source = """
for line in open("/proc/self/mounts"):
    _, place, _, options, *_ = line.split()
    if "ro" not in options.split(","):
        print(place)
"""
    return sorted(set(run(Cell(source)).outputs[0][0]["text"].split()))


def control_group() -> str | list[object]:
    """Return why there are no groups; or if one was used, and why a notebook was ended.

    The notebook fills pipes, whose memory is visible only in a group.
    """
    if reason := unavailable():
        return reason
    source = """
import os, time
for _ in range(12):
    if os.fork() == 0:
        for _ in range(100):
            read, write = os.pipe()
            os.write(write, bytes(2**16 - 1))
        time.sleep(5)
        os._exit(0)
time.sleep(5)
"""
    # Its processes hold 34 MB, which is all that is visible without a group. The pipes hold 64 MB,
    # the kernel's limit on the pipes of one user.
    done = run(Cell(source), memory_mb=45, disk_mb=4)
    return [done.measured.cgroup, done.reason]


def processes() -> list[str]:
    """Return the privileges and shared namespaces of the student's process and the judge."""
    wait = f"import time\ntime.sleep({4})"
    ran = threading.Thread(
        target=run, args=(Cell(f"{wait}\ndef three():\n    return 3"), Cell(wait, "test"))
    )
    ran.start()
    kinds = set()
    while ran.is_alive():
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error, OSError, KeyError):
                told = dict(
                    line.split(":\t", 1)
                    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines()
                )
                inside = len(told["NSpid"].split()) > len(
                    Path("/proc/self/status").read_text().split("NSpid:")[1].split("\n")[0].split()
                )
                if inside and "nbisolate.processes.forkserver_main" in " ".join(process.cmdline()):
                    same = [
                        space
                        for space in ("net", "mnt", "pid", "ipc")
                        if os.readlink(f"/proc/{process.pid}/ns/{space}")
                        == os.readlink(f"/proc/self/ns/{space}")
                    ]
                    root = told["Uid"].split()[0] == "0"
                    kinds.add((process.pid, told["CapEff"], told["Seccomp"], root, ",".join(same)))
        time.sleep(0.2)
    # A process is seen several times while it is set up. Seccomp comes last, so sort by its mode
    # and keep each process's last state.
    last = {kind[0]: kind[1:] for kind in sorted(kinds, key=lambda kind: kind[2])}
    return sorted(json.dumps(kind) for kind in last.values())


def silent_supervisor() -> list[object]:
    """Return the facts of the machine measured for a notebook whose supervisors stand still.

    A supervisor that looks at the memory of many processes can take longer than the judge waits for
    it.
    """

    def is_forked(process: psutil.Process) -> bool:
        return "nbisolate.processes.forkserver_main" in " ".join(process.cmdline())

    with ThreadPoolExecutor() as pool:
        ran = pool.submit(run, Cell("import time\nprint(1)\ntime.sleep(5)"))
        supervisors: list[psutil.Process] = []
        while len(supervisors) < 2 and not ran.done():
            time.sleep(0.2)
            supervisors = [
                process
                for process in psutil.Process().children(recursive=True)
                if is_forked(process)
                and any(is_forked(each) for each in process.children())
                and any(is_forked(each) for each in process.parents()[:1])
            ]
        time.sleep(1)
        for supervisor in supervisors:
            supervisor.suspend()
        measured = ran.result().measured
        for supervisor in supervisors:
            with contextlib.suppress(psutil.NoSuchProcess):
                supervisor.resume()
    assert measured.peak_memory_mb is None, "a supervisor has spoken"
    return [measured.sandbox, measured.cgroup]


def judge() -> list[object]:
    """Return the output of a test cell that tries to escape, and its traces on the machine."""
    served = socket.create_server(("127.0.0.1", 0))
    served.setblocking(False)
    canary = Path(tempfile.gettempdir(), f"canary-{os.getpid()}")
    before = Path(SHARED).read_bytes()
    source = f"""
import contextlib, os, socket
with contextlib.suppress(OSError):
    socket.create_connection({served.getsockname()!r}, timeout=1)
for path in ({SHARED!r}, {str(canary)!r}, "scratch"):
    with contextlib.suppress(OSError):
        open(path, "a").write("the judge was here")
print(os.path.exists({__file__!r}), open("scratch").read(), three())
print(len([name for name in os.listdir("/proc") if name.isdigit()]), "processes")
"""
    done = run(Cell("def three():\n    return 3"), Cell(source, "test"))
    try:
        reached = bool(served.accept())
    except BlockingIOError:
        reached = False
    said = [output.get("text") or output["evalue"] for output in done.outputs[1]]
    return ["".join(said), reached, Path(SHARED).read_bytes() != before, canary.exists()]


LEAVE = """
import contextlib, os, pathlib, socket, subprocess
folders = [pathlib.Path(name) for name in ("/tmp", "/dev/shm", "/home/student", "/home")]
left = [str(path) for folder in folders for path in folder.rglob("left*")]
commands = [path.read_text() for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")]
print(left, [each for each in commands if each.startswith("sleep")], end=" ")
for family, address in ((socket.AF_UNIX, "\\0left"), (socket.AF_INET, ("127.0.0.1", 4000))):
    with socket.socket(family) as left, contextlib.suppress(ConnectionRefusedError):
        left.connect(address)
        print("somebody listens at", address)
for folder in folders[:3]:
    (folder / "left").mkdir()
    (folder / "left" / "left.py").write_text("x = 1")
    (folder / "left").chmod(0)
process = subprocess.Popen(["sleep", "60"], start_new_session=True)
print(process.poll())
listening = [socket.socket(socket.AF_UNIX), socket.create_server(("127.0.0.1", 4000))]
listening[0].bind("\\0left")
listening[0].listen()
if os.fork() == 0:
    os.setsid()
    while True:  # each process writes, and is followed by another in a moment
        with contextlib.suppress(BaseException):
            pathlib.Path("/tmp/left_late").touch()
            if os.fork():
                os._exit(0)
"""


def left() -> list[str]:
    """Return what the cells of four notebooks find that those before them have left."""
    notebooks = [run(Cell(LEAVE), Cell(LEAVE, "test")) for _ in range(4)]
    outputs = [output for done in notebooks for cell in done.outputs for output in cell]
    return [output.get("text") or output["evalue"] for output in outputs]


def killed_grader() -> list[str]:
    """Return the processes of a notebook that are left after the grader was killed."""
    if len(sys.argv) > 2:
        run(Cell("import time\n" + PATCH), notebook_seconds=60, cell_seconds=60)
        return []
    grader = subprocess.Popen([sys.executable, __file__, "killed_grader", "run"])
    seen, until = {}, time.monotonic() + 30
    settled = None
    while time.monotonic() < until and (settled is None or time.monotonic() < settled):
        seen |= {p.pid: p for p in psutil.Process(grader.pid).children(recursive=True)}
        names = [p.name() for p in seen.values() if p.is_running()]
        if settled is None and names.count("cat") == 2 and len(names) >= 9:
            settled = time.monotonic() + 4  # time for the cell to do its work
        time.sleep(0.1)
    os.kill(grader.pid, signal.SIGKILL)
    grader.wait()
    _, alive = psutil.wait_procs(list(seen.values()), timeout=8)
    names = [f"{process.name()} {process.status()}" for process in alive]
    for process in alive:
        process.kill()
    return names if settled else ["no notebook was seen"]


def main() -> None:
    """Run the check named on the command line."""
    print(json.dumps(globals()[sys.argv[1]]()))


if __name__ == "__main__":
    main()
