"""Validate by forks of a fork server: what it says, and what it leaves behind."""

import asyncio
import dataclasses
import json
import os
import re
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.utils import compute_checksum

from nbisolate import Cancel
from nbisolate.cells import installed_imports
from nbisolate_testing.users import wait_for
from nbjudge.course.failed_cells import NO_KEYBOARD
from nbjudge.server.validate import warm_run
from nbjudge.server.validate.dialog import dialog_of
from nbjudge.server.validate.last_results import RESULTS, progress_of, update_start_page
from nbjudge.server.validate.runs import Validating
from nbjudge.server.validate.validate import validate
from nbjudge.server.validate.verdict import NOT_RUN, STOPPED
from nbjudge.server.validate.warm_run import SharedForkServer
from nbjudge_testing import courses

STUB = 'def {name}(x):\n    raise NotImplementedError("This part is not written yet.")'
ENDLESS = "while True:\n    pass"
# It leaves its parents behind, as a program does that goes on in the background.
BACKGROUND = """\
import os, subprocess, sys
subprocess.run([sys.executable, "-c", "import os\\nif os.fork() == 0:\\n    os.setsid()\\n"
                "    os.execlp('sleep', 'sleep', '{seconds}')"])
"""


@pytest.fixture(scope="module")
def forkserver():
    forkserver = SharedForkServer(())
    yield forkserver
    forkserver.close()


def run(coroutine):
    """In a thread of its own: Playwright leaves a running loop in that of the tests."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def code(*sources):
    return [new_code_cell(textwrap.dedent(source)) for source in sources]


def answer(name, source=None):
    return courses.cell(name, source or STUB.format(name=name), solution=True)


def check(name, source):
    return courses.cell(f"test-{name}", source, points=1, grade=True, locked=True)


@pytest.fixture
def write(tmp_path):
    """Write a notebook of cells; return its path."""

    def write(*cells, name="notebook"):
        path = tmp_path / f"{name}.ipynb"
        nbformat.write(courses.notebook(cells), path)
        return path

    return write


@pytest.fixture
def blocks(write, forkserver):
    """Validate a notebook of cells; return its blocks in short, and the tally in words.

    A block is its name, and for each group the outcome, the messages, and the cells.
    """

    def run(*cells):
        result = validate(write(*cells), forkserver, Cancel()).result
        return [
            (
                block.parts[0].name,
                [
                    (group[0].outcome, group[0].messages, [part.cell for part in group])
                    for group in block.groups
                ],
            )
            for block in result.blocks
        ], result.words

    return run


TWICE, HALF = "def twice(x):\n    return 2 * x", "def half(x):\n    return x / 2"
CHECKS = (
    check("twice-one", 'assert twice(1) == 2, "Twice 1 is 2."'),
    check("twice-two", 'assert twice(2) == 4, "Twice 2 is 4."'),
    check("half", 'assert half(twice(3)) == 3, "Half of twice 3 is 3."'),
)


def test_nothing_written_is_one_block_a_function_with_one_reason(blocks):
    found, words = blocks(answer("twice"), CHECKS[0], CHECKS[1], answer("half"), CHECKS[2])
    assert found == [
        ("twice", [("unwritten", [], [1, 2])]),
        ("half", [("unwritten", [], [4])]),
    ]
    assert words == "3 not written"


def test_an_error_of_a_library_is_no_answer_that_is_not_written(write, forkserver):
    """PyTorch raises NotImplementedError for a module without `forward`."""
    missing = 'def twice(x):\n    raise NotImplementedError("forward is missing")'
    paths = (write(answer("twice", source), CHECKS[0]) for source in (None, missing))
    stub, library = (validate(path, forkserver, Cancel()).result.parts[0] for path in paths)
    assert (stub.outcome, stub.messages, stub.details) == ("unwritten", [], "")
    assert library.messages == ["NotImplementedError: forward is missing"]
    assert "forward is missing" in library.details


def test_a_check_belongs_to_the_function_that_it_names(blocks):
    wrong = "def twice(x):\n    return x"
    found, _ = blocks(answer("twice", wrong), answer("half", HALF), *CHECKS)
    assert found == [
        ("twice", [("failed", ["Twice 1 is 2."], [2, 3])]),
        ("half", [("failed", ["Half of twice 3 is 3."], [4])]),
    ]


def test_a_cell_that_cannot_be_read_is_the_reason_of_its_checks(blocks):
    found, _ = blocks(answer("twice", "def twice(x):\n    retrun 2 * x"), *CHECKS[:2])
    error = "SyntaxError: invalid syntax (line 2)"
    because = f"twice does not exist, because its cell raised {error}"
    groups = [("error", [error], [0]), ("failed", [because], [1, 2])]
    assert found == [("twice", groups)]


PRINTED = """
import contextlib, io
with contextlib.redirect_stdout(io.StringIO()) as text:
    hello()
assert text.getvalue() == expected, "Print the greeting."
"""


def test_an_in_process_check_runs_in_the_plain_run(blocks):
    """`release/` keeps the tags for this."""
    hello = answer("hello", 'def hello():\n    print("hi")')
    binds = check("binds", 'expected = "hi\\n"')

    def printed(*tags):
        cell = check("hello", PRINTED)
        cell.metadata["tags"] = list(tags)
        return cell

    in_process = printed("nbjudge:in-process")
    with_all_tests = printed("nbjudge:in-process", "nbjudge:with-all-tests")
    assert blocks(hello, binds, printed())[1] == "1 failed, 1 passed"
    assert blocks(hello, binds, with_all_tests)[1] == "2 passed"
    found, _ = blocks(hello, binds, in_process)
    assert "name 'expected' is not defined" in found[0][1][0][1][0]


def test_all_is_right(blocks):
    answers = answer("twice", TWICE), answer("half", HALF)
    found, words = blocks(*answers, *CHECKS)
    assert found == [("twice", [("passed", [], [2, 3])]), ("half", [("passed", [], [4])])]
    assert words == "3 passed"


def test_a_warning_costs_a_check_nothing(blocks):
    """As when nbjudge grades; nbgrader's own rule gives no points to a cell with text on stderr."""
    warns = "import sys\nimport warnings\ndef twice(x):\n    warnings.warn('slow')\n"
    warns += "    print('half way', file=sys.stderr)\n    return 2 * x"
    assert blocks(answer("twice", warns), *CHECKS[:2])[1] == "2 passed"


@pytest.mark.parametrize(
    "source, message",
    [
        (ENDLESS, STOPPED),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("x = input('Name?')", NO_KEYBOARD),
        ("raise SystemExit(2)", "SystemExit: 2"),
    ],
)
def test_a_cell_that_no_check_asks_for_is_named(blocks, source, message, monkeypatch):
    monkeypatch.setattr(warm_run, "LIMITS", dataclasses.replace(warm_run.LIMITS, cell_seconds=1))
    found, words = blocks(answer("twice", TWICE), *CHECKS[:2], *code(source))
    assert found[0] == (source.partition("\n")[0], [("error", [message], [3])])
    assert words == "1 stopped by an error, 2 passed"


@pytest.mark.parametrize(
    "given",
    [
        "#\ntry:\n    import absent\nexcept ImportError:\n    raise",
        "with memoryview(b''):\n    import absent",
    ],
)
def test_a_cell_is_called_by_its_first_line_that_says_something(blocks, given):
    found, _ = blocks(answer("twice", TWICE), *CHECKS[:2], *code(given))
    assert [name for name, _ in found] == ["import absent", "twice"]


def test_a_cell_below_another_heading_than_its_answer_is_called_by_that_heading(write, forkserver):
    heading = new_markdown_cell("## Step 6. Use it")
    uses = code("twice(1)\n1 / 0")
    below = [new_markdown_cell("## Step 5"), answer("twice", TWICE), *uses]
    elsewhere = [new_markdown_cell("## Step 5"), answer("twice", TWICE), heading, *uses]
    for cells, aspect in ((below, "twice(1)"), (elsewhere, "Step 6. Use it")):
        (part,) = validate(write(*cells), forkserver, Cancel()).result.parts
        assert (part.name, part.heading, part.aspect) == ("twice", "Step 5", aspect)


def test_a_check_that_ends_in_an_impossible_score_fails_alone(blocks):
    ends_in_a_value = check("twice-value", "twice(1)")
    ((_, groups),), words = blocks(answer("twice", TWICE), CHECKS[0], ends_in_a_value)
    assert words == "1 failed, 1 passed"
    assert [(outcome, cells) for outcome, _, cells in groups] == [("failed", [2]), ("passed", [1])]


def test_a_cell_that_is_to_fail_is_no_problem(blocks):
    (cell,) = code("1 / 0")
    cell.metadata["tags"] = ["raises-exception"]
    assert blocks(answer("twice", TWICE), cell, *CHECKS[:2])[1] == "2 passed"


def test_what_did_not_run_waits_for_the_cell_that_ended_the_notebook(blocks):
    found, _ = blocks(answer("twice", TWICE), *code("import os; os._exit(3)"), *CHECKS[:2])
    assert [
        (name, [(outcome, cells) for outcome, _, cells in groups]) for name, groups in found
    ] == [
        ("import os; os._exit(3)", [("error", [1])]),
        ("twice", [("failed", [2, 3])]),
    ]
    assert found[1][1][0][1] == [NOT_RUN]


def test_a_hidden_check_is_neither_passed_nor_failed(write, forkserver):
    hidden = check("twice-rare", "# Check: rare cases (run when graded).")
    for more, title in ((), "Validated"), (code("import os; os._exit(3)"), "Not there yet"):
        path = write(answer("twice", TWICE), CHECKS[0], *more, hidden)
        result = validate(path, forkserver, Cancel()).result
        assert (result.parts[-1].outcome, result.parts[-1].aspect) == ("hidden", "rare cases")
        assert dialog_of(result, [], "notebook")["title"] == title


def write_up(source):
    return courses.cell("writeup", source, new_markdown_cell, points=4, grade=True, solution=True)


@pytest.mark.parametrize(
    "source, outcome",
    [("YOUR ANSWER HERE", "unwritten"), (" ", "unwritten"), ("Because.", "waiting")],
)
def test_a_written_answer_that_is_empty_leaves_something_to_do(source, outcome, write, forkserver):
    cell = write_up(source)
    cell.metadata.nbgrader["checksum"] = compute_checksum(write_up("YOUR ANSWER HERE"))
    path = write(answer("twice", TWICE), CHECKS[0], cell)
    result = validate(path, forkserver, Cancel()).result
    assert [(part.name, part.outcome) for part in result.parts] == [
        ("twice", "passed"),
        ("writeup", outcome),
    ]
    dialog = dialog_of(result, [{"name": "notebook", "result": None}], "notebook")
    is_empty = outcome == "unwritten"
    assert dialog["title"] == ("Not there yet" if is_empty else "Validated")
    words = "1 not written, 1 passed" if is_empty else "1 needs manual grading, 1 passed"
    assert dialog["label"] == f"{dialog['title']}. {words}"
    assert 'data-cell="2"' in dialog["html"]


def test_cells_are_called_by_the_heading_above_them(write, forkserver):
    heading = new_markdown_cell("text\n\n## Step 3. Draw `f`, [twice](x.png)\nmore")
    fenced = new_markdown_cell("```\n# no heading\n```")
    path = write(heading, fenced, answer("twice"), CHECKS[0], *code("1 / 0"))
    check_part, given_part = validate(path, forkserver, Cancel()).result.parts
    assert (check_part.heading, check_part.answer) == ("Step 3. Draw f, twice", 2)
    assert given_part.name == "Step 3. Draw f, twice"


def test_a_picture_stands_beside_the_sentence_of_a_failed_check_only(write, forkserver):
    draws = """\
from IPython.display import display
display({"image/svg+xml": "<svg/>", "text/plain": "a drawing"}, raw=True)
"""
    path = write(
        answer("twice", TWICE),
        check("twice-fails", draws + 'assert twice(1) == 3, "See the drawing."'),
        check("twice-passes", draws + "assert twice(1) == 2"),
    )
    result = validate(path, forkserver, Cancel()).result
    assert [[text for _, text in part.pictures] for part in result.parts] == [["a drawing"], []]
    html = result.html(3, in_lab=True)
    assert html.count("<img") == 1 and 'alt="a drawing"' in html


def test_texts_of_a_notebook_are_escaped(write, forkserver):
    path = write(
        new_markdown_cell("# <b>bold</b>"),
        answer("twice", TWICE),
        check("twice-i", "# Check: <u>one</u>.\nassert False, '<script>alert(1)</script>'"),
    )
    dialog = dialog_of(validate(path, forkserver, Cancel()).result, [], "notebook")
    assert not re.search("<(b|u|script)>", dialog["html"])
    assert "&lt;script&gt;" in dialog["html"] and "&lt;b&gt;bold" in dialog["html"]


# ---- what the fork server imports ------------------------------------------------------------


def test_installed_packages_are_found_and_files_beside_are_not(tmp_path):
    (tmp_path / "helpers.py").write_text("import os\nimport nh3\nfrom . import other\n")
    (tmp_path / "yaml.py").write_text("import torch\n")
    (tmp_path / "tools/inner").mkdir(parents=True)
    (tmp_path / "tools/__init__.py").write_text("")
    (tmp_path / "tools/checks.py").write_text("import nbformat\nfrom .inner import deep\n")
    (tmp_path / "tools/inner/deep.py").write_text("import graphviz\n")
    (tmp_path / "numpy").mkdir()  # without __init__.py it gives way to the installed one
    cells = code(
        "import numpy as np, helpers\nfrom matplotlib import pyplot",
        "%matplotlib inline\ntry:\n    import missing.part\nexcept ImportError:\n    pass",
        "from json import loads\nimport yaml\nfrom torch import *\nfrom tools import checks",
        "this is no Python",
        "import torch.__main__\nfrom nh3 import __main__",
    )
    assert installed_imports((cell.source for cell in cells), tmp_path) == [
        *("numpy", "matplotlib", "matplotlib.pyplot", "missing.part", "torch", "nh3"),
        *("nbformat", "graphviz"),
    ]


def test_what_a_notebook_imports_is_there_at_the_next_press(write, forkserver):
    asks = 'import sys\nassert "nh3" in sys.modules, "nh3 was not imported before."'
    path = write(*code(asks), *code("import nh3"))
    assert validate(path, forkserver, Cancel()).result.parts == []
    process = forkserver.process.pid
    assert (
        validate(path, forkserver, Cancel()).result.parts == []
        and forkserver.process.pid == process
    )
    # A file of this name beside the notebook is what the notebook imports from now on.
    (path.parent / "nh3.py").write_text("mine = True\n")
    path = write(*code("import nh3\nassert nh3.mine"))
    assert validate(path, forkserver, Cancel()).result.parts == []
    assert "nh3" not in forkserver.preload


def test_a_package_that_cannot_be_imported_keeps_nobody_from_running(
    write, forkserver, monkeypatch
):
    """The antigravity of packages: it ends the fork server."""
    monkeypatch.setattr(
        "nbjudge.server.validate.warm_run.installed_imports", lambda *_: ["nbjudge.no_such_module"]
    )
    assert validate(write(*code("1 + 1")), forkserver, Cancel()).result.parts == []


# ---- what is left behind ----------------------------------------------------------------------


def running(seconds):
    """The processes `sleep SECONDS`."""
    return [p for p in psutil.process_iter(["cmdline"]) if p.info["cmdline"] == ["sleep", seconds]]


def test_processes_of_a_cell_end_with_the_run(write, forkserver):
    seconds = f"9{os.getpid()}.125"
    verdict = validate(write(*code(BACKGROUND.format(seconds=seconds))), forkserver, Cancel())
    assert verdict.result.parts == []
    wait_for(lambda: not running(seconds))


def test_cancel_ends_a_run_with_all_that_it_has_started(write, forkserver, tmp_path):
    seconds = f"8{os.getpid()}.125"
    path = write(*code(BACKGROUND.format(seconds=seconds)), *code("input_ = 0\n" + ENDLESS))
    validating = Validating(forkserver, tmp_path)

    async def press():
        run = asyncio.create_task(validating.validate(path))
        while not running(seconds):
            await asyncio.sleep(0.05)
        validating.cancel(path)
        return await run

    assert run(press())["cancelled"]
    wait_for(lambda: not running(seconds))
    assert validating.runs == {}


def test_a_run_that_has_not_begun_is_cancelled_too(write, forkserver, tmp_path):
    validating = Validating(forkserver, tmp_path)
    path = write(*code(ENDLESS))

    async def press():
        run = asyncio.create_task(validating.validate(path))
        await asyncio.sleep(0)
        validating.cancel(path)
        return await run

    assert run(press())["cancelled"]


def test_a_second_notebook_does_not_wait(write, forkserver, tmp_path):
    waits = "import pathlib\nwhile not pathlib.Path('second').exists():\n    pass"
    first = write(*code(waits), name="first")
    second = write(*code("open('second', 'w').close()"), name="other")
    validating = Validating(forkserver, tmp_path)

    async def press():
        return await asyncio.gather(validating.validate(first), validating.validate(second))

    for found in run(press()):
        assert found["nbjudge"]["title"] == "Validated", json.dumps(found)


def test_the_warm_process_ends_when_idle_and_comes_back(write, tmp_path):
    forkserver = SharedForkServer(())
    validating = Validating(forkserver, tmp_path, idle=0.2)
    path = write(*code("1 + 1"))

    async def press():
        await validating.warm(path)
        while forkserver.process is not None:
            await asyncio.sleep(0.05)
        found = await validating.validate(path)
        assert forkserver.process is not None
        while forkserver.process is not None:
            await asyncio.sleep(0.05)
        return found

    assert run(press())["nbjudge"]["title"] == "Validated"


# In a process of its own, in which no other test has imported anything.
OPENED_AND_PRESSED = """
import asyncio, json, pathlib, sys
from traitlets.config import Config
from nbisolate import ForkServer
from nbjudge.server.validate.handlers import make_forkserver
from nbjudge.server.validate.runs import Validating

requests, send = [], ForkServer._import
ForkServer._import = lambda self, modules: [requests.append(list(modules)), send(self, modules)]
path = pathlib.Path("notebook.ipynb").resolve()

async def opened_and_pressed():
    validating = Validating(make_forkserver(Config()), path.parent)
    await validating.warm(path)
    opened, before = list(requests), set(sys.modules)
    found = await validating.validate(path)
    validating.forkserver.close()
    print(json.dumps([found["nbjudge"], opened, requests, sorted(set(sys.modules) - before)]))

asyncio.run(opened_and_pressed())
"""


def test_a_press_after_opening_imports_nothing_more_and_waits_for_one_request(write, tmp_path):
    """Each request to import costs time, and the first press waits until all are done."""
    path = write(*code("import nh3\nfrom json import loads"), answer("twice", TWICE), CHECKS[0])
    command = [sys.executable, "-c", OPENED_AND_PRESSED]
    said = subprocess.run(command, cwd=path.parent, stdout=subprocess.PIPE, check=True).stdout
    dialog, opened, requests, imported = json.loads(said)
    assert dialog["title"] == "Validated", dialog
    assert opened == requests == [["numpy", "nh3"]]
    assert imported == []


def test_a_notebook_that_is_gone_is_a_sentence(tmp_path, forkserver):
    found = run(Validating(forkserver, tmp_path).validate(tmp_path / "gone.ipynb"))
    assert found["value"] == "gone.ipynb no longer exists. Was it renamed, moved or deleted?"


# ---- the last results of the notebooks of a folder ---------------------------------------------


def test_the_last_result_of_each_notebook_of_a_folder_is_kept(write, forkserver, tmp_path):
    first = write(answer("f", "def f(x):\n    return x"), check("f", "assert f(1) == 2"), name="1")
    second = write(answer("f", "def f(x):\n    return 2"), check("f", "assert f(1) == 2"), name="2")
    (tmp_path / "2.old.ipynb").write_bytes(second.read_bytes())
    validating = Validating(forkserver, tmp_path)
    run(validating.validate(first))
    assert progress_of(tmp_path, tmp_path) == [
        {"name": "1", "result": "✗ 1 failed"},
        {"name": "2", "result": None},
    ]
    found = run(validating.validate(second))
    progress = [{"name": "1", "result": "✗ 1 failed"}, {"name": "2", "result": "✓ 1 passed"}]
    assert progress_of(tmp_path, tmp_path) == progress
    assert json.loads((tmp_path / RESULTS).read_text()) == {
        f"{notebook['name']}.ipynb": {"result": notebook["result"]} for notebook in progress
    }
    assert all(f": {notebook['result']}</li>" in found["nbjudge"]["html"] for notebook in progress)
    # A check that was changed is not run, so the result before it stays.
    changed = nbformat.read(first, 4)
    changed.cells[1].metadata.nbgrader["checksum"] = 32 * "0"
    nbformat.write(changed, first)
    changed_reply = run(validating.validate(first))
    assert list(changed_reply["value"]) == ["changed"]
    assert changed_reply["nbjudge"]["label"] == "Not there yet. 1 changed"
    assert progress_of(tmp_path, tmp_path) == progress


HEAD = "| notebook | points | {} |\n| --- | --- | --- |\n"
ROWS = "| [1](ps/1.ipynb) | 4 | {} |\n| [11](ps/11.ipynb) | 4 | not validated yet |\n"


@pytest.mark.parametrize("title", ["last validation", "minutes"])
def test_the_row_of_a_notebook_in_the_start_page_is_kept_up_to_date(title, tmp_path):
    """Only a page with the column is changed."""
    page = tmp_path / "START.md"
    update_start_page(tmp_path, tmp_path / "ps" / "1.ipynb", "✓ 1 passed")
    assert not page.exists()
    before = HEAD.format(title) + ROWS.format("✗ 1 failed, ○ 1 not written")
    page.write_text(before)
    update_start_page(tmp_path, tmp_path / "ps" / "1.ipynb", "✓ 1 passed")
    after = HEAD.format(title) + ROWS.format("✓ 1 passed")
    assert page.read_text() == (after if title == "last validation" else before)


@pytest.mark.parametrize("content", ["{", "[]", '{"1.ipynb": 3}', "nothing", None])
def test_results_that_cannot_be_read_or_written_change_no_reply(
    content, write, forkserver, tmp_path
):
    path = write(*code("1 + 1"), name="1")
    if content is None:
        (tmp_path / RESULTS.parent).write_text("a file in the place of the folder")
    else:
        (tmp_path / RESULTS).parent.mkdir()
        (tmp_path / RESULTS).write_text(content)
    found = run(Validating(forkserver, tmp_path).validate(path))
    assert found["success"] and found["nbjudge"]["title"] == "Validated"
    line = None if content is None else "no checks"
    assert progress_of(tmp_path, tmp_path) == [{"name": "1", "result": line}]
