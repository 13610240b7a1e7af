"""Write working functions for students who did not finish earlier notebooks of simple-grad.

    python tools/students/fallback_engine.py dist/fallback.py
    python tools/students/fallback_engine.py --compiler dist/fallback_compiler.py

The first file contains the reference solutions of notebooks 1 and 2 that later notebooks load, and
the second one those of notebook 5. Hand each of them out after its notebooks are due. If a file of
this name is next to a student's notebooks, its functions are used instead of missing or wrong ones.
The files are not part of release/ or of the students' archive.
"""

import argparse
import json
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "source" / "simple-grad"
# The functions that the notebooks load from each other, in the order of the notebooks.
ENGINE = {
    "1-tape": ["add", "grad"],
    "2-operators": ["expand_to", "sum_to", "matmul", "relu"],
}
COMPILER = {"5-compiler": ["needed", "compile_tape", "jit"]}
MARKS = re.compile(r"^ *### (BEGIN|END) SOLUTION\n?", re.M)
HEADER = '''"""{what} for students who did not finish {notebooks} of simple-grad.

While it is next to your notebooks, they use it instead of your functions. Delete it to use yours.
"""

{imports}
'''
ENGINE_IMPORTS = "import torch\nfrom lab.simple_grad import Variable, record, tape"
COMPILER_IMPORTS = "from lab.compiling import compiled, expression"


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description="Write a working engine for late students.")
    parser.add_argument("file", type=Path, help="the file to write, such as dist/fallback.py")
    parser.add_argument(
        "--compiler", action="store_true", help="write the functions of notebook 5 instead"
    )
    given = parser.parse_args(arguments)
    if given.compiler:
        notebooks = "notebook 5"
        text = fallback(COMPILER, "A compiler", notebooks, COMPILER_IMPORTS)
        due = f"{notebooks} is"
    else:
        notebooks = "notebooks 1 and 2"
        text = fallback(ENGINE, "An engine", notebooks, ENGINE_IMPORTS)
        due = f"{notebooks} are"
    given.file.parent.mkdir(parents=True, exist_ok=True)
    given.file.write_text(text, encoding="utf-8")
    print(f"Wrote {given.file}: hand it out once {due} due.")
    return 0


def fallback(functions_of: dict[str, list[str]], what: str, notebooks: str, imports: str) -> str:
    """Return the text of a file with functions of some notebooks."""
    parts = [HEADER.format(what=what, notebooks=notebooks, imports=imports)]
    for notebook, functions in functions_of.items():
        text = (SOURCE / f"{notebook}.ipynb").read_text(encoding="utf-8")
        cells = {cell["id"]: "".join(cell["source"]) for cell in json.loads(text)["cells"]}
        parts += [MARKS.sub("", cells[function]) for function in functions]
    return "\n\n\n".join(part.rstrip("\n") for part in parts) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
