"""Pack what a student needs of an assignment into one archive.

    python tools/student_zip.py ASSIGNMENT FILE.zip

The archive holds one folder: the released notebooks, the Python files beside them, a README, and
`requirements.txt` for pip, with a wheel of nbjudge for the button Validate.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = """\
# {name}

1. Install Python 3.11 or newer. Then, in this folder, in an environment of your own:
   `pip install -r requirements.txt`
2. `jupyter lab` in this folder opens the notebooks in the browser.
3. Do them in the order of their numbers: {notebooks}.
4. Write only in the cells that say `YOUR CODE HERE` or `YOUR ANSWER HERE`.
5. The button *Validate* above a notebook says how its checks go.
6. In Colab: upload the `.py` files of this folder beside the notebook (folder symbol, left).
7. Hand in the notebooks under the names that they have, in the way that your course tells you.
"""


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    if len(arguments) != 2:
        print("usage: student_zip.py ASSIGNMENT FILE.zip", file=sys.stderr)
        return 2
    assignment, target = arguments[0], Path(arguments[1])
    release = ROOT / "release" / assignment
    if not release.is_dir():
        print(f"There is no {release}: make release first.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder))
        pack(release, wheel, target)
    print(f"Wrote {target}")
    return 0


def build_wheel(folder: Path) -> Path:
    """Build the wheel of nbjudge into `folder`; return its path."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        f"--wheel-dir={folder}",
    ]
    subprocess.run([*command, str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def pack(release: Path, wheel: Path, target: Path) -> None:
    """Write the archive.

    Parameters
    ----------
    release
        The folder of the released assignment; its name is that of the folder in the archive.
    wheel
        A wheel of nbjudge.
    target
        The archive; its folder is made if it is missing.
    """
    name = release.name
    files = {path.name: path.read_bytes() for path in sorted(release.iterdir()) if wanted(path)}
    notebooks = ", ".join(f"`{each}`" for each in files if each.endswith(".ipynb"))
    files["README.md"] = README.format(name=name, notebooks=notebooks).encode()
    files["requirements.txt"] = requirements(wheel.name).encode()
    files[wheel.name] = wheel.read_bytes()
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            # A fixed date: the same release makes the same archive.
            entry = zipfile.ZipInfo(f"{name}/{path}", (2020, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)


def wanted(path: Path) -> bool:
    """Whether a file of the release is handed out: no caches, no hidden files."""
    return path.is_file() and not path.name.startswith(".") and path.suffix != ".pyc"


def requirements(wheel: str) -> str:
    """The lines of requirements.txt: those of the course, and the wheel that lies beside it."""
    return f"{(ROOT / 'requirements.txt').read_text()}./{wheel}\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
