"""Run the code cells of all notebooks of a folder, each notebook in names of its own.

    python tests/support/run_cells.py FOLDER

Prints JSON: {notebook: {cell id: [what it printed, its error or null]}}. A cell that fails does not
stop the others. There is no kernel, so that this takes seconds; pictures come out as text.
"""

import contextlib
import io
import json
import linecache
import os
import sys
from pathlib import Path


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    print(json.dumps({path.stem: run(path) for path in sorted(folder.glob("*.ipynb"))}))


def run(path: Path) -> dict[str, list[str | None]]:
    """Run one notebook; return what each code cell printed, and its error."""
    # A kernel of its own would import the package beside the notebook anew.
    for name in [name for name in sys.modules if name.partition(".")[0] == "lab"]:
        del sys.modules[name]
    names: dict[str, object] = {"__name__": "__main__"}
    results: dict[str, list[str | None]] = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            printed, error, source = io.StringIO(), None, "".join(cell["source"])
            # As in a kernel, the source of a function can be read.
            lines = source.splitlines(keepends=True)
            linecache.cache[cell["id"]] = (len(source), None, lines, cell["id"])
            with contextlib.redirect_stdout(printed):
                try:
                    exec(compile(source, cell["id"], "exec"), names)
                except Exception as failure:
                    error = f"{type(failure).__name__}: {failure}"
            results[cell["id"]] = [printed.getvalue(), error]
    return results


if __name__ == "__main__":
    main()
