"""Try an unpacked archive on a student's system, such as Windows or macOS.

    python tools/maintain/students_system.py FOLDER [NOTEBOOK ...]

FOLDER is an archive that student_zip.py made, unpacked, with its requirements.txt installed. Starts
JupyterLab by `python start`, without a browser. Then puts the reference answers into each
notebook, and asks the server for what Validate shows: all checks that a student sees must pass.
"""

import contextlib
import json
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "students"))
from solutions import solved  # noqa: E402

SECONDS = 180  # that a cold start of JupyterLab, or a notebook, may take on a slow machine
ADDRESS = re.compile(r"http://(?:127\.0\.0\.1|localhost):\d+/")


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    folder = Path(arguments[0]).resolve()
    names = arguments[1:] or sorted(path.stem for path in folder.glob("[0-9]-*.ipynb"))
    if not names:
        print(f"There is no notebook in {folder}.", file=sys.stderr)
        return 2
    with jupyterlab(folder) as address:
        bad = [name for name in names if not passes(folder / f"{name}.ipynb", address)]
    return 1 if bad else 0


@contextlib.contextmanager
def jupyterlab(folder: Path) -> Iterator[str]:
    """Start JupyterLab as a student does, for a `with` statement; give the server's address."""
    command = [sys.executable, "start", "--no-browser", "--ServerApp.allow_root=True"]
    command += ["--ServerApp.port=0", "--IdentityProvider.token=try"]
    log = folder.parent / "jupyterlab.log"
    with log.open("w") as output:
        server = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + SECONDS
        while not (found := ADDRESS.search(log.read_text(errors="replace"))):
            if time.monotonic() > deadline or server.poll() is not None:
                raise RuntimeError(f"JupyterLab has not started:\n{log.read_text()}")
            time.sleep(0.5)
        with urllib.request.urlopen(f"{found[0]}api/status?token=try", timeout=60) as answer:
            print("JupyterLab:", json.load(answer)["started"], flush=True)
        yield found[0]
    finally:
        server.terminate()
        server.wait(60)


def passes(path: Path, address: str) -> bool:
    """Put the reference answers into a released notebook, and validate it; print the result."""
    source = ROOT / "source" / path.parent.name / path.name
    answers = {
        cell["metadata"]["nbgrader"]["grade_id"]: cell["source"]
        for cell in json.loads(solved(source.read_text("utf-8")))["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }
    notebook = json.loads(path.read_text("utf-8"))
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = answers.get(grade_id, cell["source"])
    path.write_text(json.dumps(notebook), encoding="utf-8")
    asked = urllib.parse.urlencode({"path": path.name, "token": "try"})
    request = urllib.request.Request(f"{address}assignments/validate?{asked}", method="POST")
    with urllib.request.urlopen(request, timeout=SECONDS) as reply:
        answer = json.load(reply)
    right = answer["success"] is True and answer["nbjudge"]["title"] == "Validated"
    print(path.stem, "passes" if right else json.dumps(answer, indent=1), flush=True)
    return right


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
