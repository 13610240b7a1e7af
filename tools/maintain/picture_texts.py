"""Note which of the project's texts each picture of docs/ shows (part of `make pictures`).

A walk in a browser writes the lines that it sees next to a picture, as NAME.txt. Those that are a
text of a notebook, a page or the program go into texts.json. A test fails when one of them is
changed, because the picture then shows an old text.
"""

import json
import sys
from pathlib import Path

from texts import plain, texts

LEAST = 3  # words of a text that is noted


def main() -> None:
    """Move the lines of each NAME.txt in a folder of pictures into its texts.json."""
    folder = Path(sys.argv[1])
    known = " ".join(plain(text) for _, text in texts())
    noted = {}
    for path in sorted(folder.glob("*.txt")):
        lines = {plain(line) for line in path.read_text().splitlines()}
        noted[path.stem] = sorted(
            line for line in lines if len(line.split()) >= LEAST and line in known
        )
        path.unlink()
    (folder / "texts.json").write_text(json.dumps(noted, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
