"""Note which of the project's texts each picture of docs/ shows.

    python tools/maintain/picture_texts.py FOLDER

A walk in a browser writes the lines that it sees next to a picture, as NAME.txt. Those that are a
text of a notebook, a page or the program go into texts.json; of a line with a number or a name in
it, the longest part that is. A test fails when one of them is changed, because the picture then
shows an old text.
"""

import argparse
import json
from pathlib import Path

from texts import PAGES, plain, texts

LEAST = 3  # words of a text that is noted
LEAST_OF_PART = 4  # words of a part of a line; three together may stand in another text by chance


def main() -> None:
    """Move the lines of each NAME.txt in a folder of pictures into its texts.json."""
    parser = argparse.ArgumentParser(
        description="Note which of the project's texts each picture shows."
    )
    parser.add_argument("folder", type=Path, help="a folder with pictures and NAME.txt files")
    folder = parser.parse_args().folder
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
        noted[path.stem] = sorted({part for line in lines if (part := known_part(line, known))})
        path.unlink()
    notes.write_text(json.dumps(noted, indent=1, ensure_ascii=False) + "\n")


def known_part(line: str, known: str) -> str:
    """Return the line if it is in the known texts, else its longest part that is; "" if none is."""
    words = line.split()
    if len(words) >= LEAST and line in known:
        return line
    for length in range(len(words) - 1, LEAST_OF_PART - 1, -1):
        for start in range(len(words) - length + 1):
            part = " ".join(words[start : start + length])
            if part in known:
                return part
    return ""


if __name__ == "__main__":
    main()
