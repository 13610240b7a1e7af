"""Copy the data files that pyproject.toml names into this environment.

`pip install .` puts them there; `pip install --editable .` leaves them out.
"""

import shutil
import sys
import tomllib
from pathlib import Path


def main() -> None:
    """Copy them, over what is there."""
    root = Path(__file__).resolve().parent.parent
    settings = tomllib.loads((root / "pyproject.toml").read_text())
    for folder, files in settings["tool"]["setuptools"]["data-files"].items():
        target = Path(sys.prefix, folder)
        target.mkdir(parents=True, exist_ok=True)
        for file in (file for pattern in files for file in root.glob(pattern)):
            # Not a link: the Jupyter server serves no file from outside its own folders.
            shutil.copyfile(file, target / file.name)


if __name__ == "__main__":
    main()
