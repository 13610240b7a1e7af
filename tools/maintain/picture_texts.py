"""Note which of the project's texts each picture of docs/ shows (part of `make pictures`).

A walk in a browser writes the lines that it sees next to a picture, as NAME.txt. Those that are a
text of a notebook, a page or the program go into texts.json. A test fails when one of them is
changed, because the picture then shows an old text.
"""

import json
import sys
from pathlib import Path

from texts import PAGES, plain, texts

LEAST = 3  # words of a text that is noted


def main() -> None:
    """Move the lines of each NAME.txt in a folder of pictures into its texts.json."""
    folder = Path(sys.argv[1])
    known = " ".join(plain(text) for _, text in texts())
    notes = folder / "texts.json"
    noted = json.loads(notes.read_text()) if notes.is_file() else {}
    pages = " ".join(path.read_text() for path in PAGES)
    for path in sorted(folder.glob("*.txt")):
        if f"pictures/{path.stem}.png" not in pages:  # only a walk's own record
            path.unlink()
            path.with_suffix(".png").unlink()
            continue
        lines = {plain(line) for line in path.read_text().splitlines()}
        noted[path.stem] = sorted(
            line for line in lines if len(line.split()) >= LEAST and line in known
        )
        path.unlink()
    notes.write_text(json.dumps(noted, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
