"""What is printed: ten sheets are solved from their HTML alone, and compared with the printed key.

The solver knows PyTorch, the lab and the tasks' texts, and nothing of tools/exam/ but the commands.
"""

import html
import itertools
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch

ROOT = Path(__file__).resolve().parents[2]
KINDS = [
    "flags",
    "count",
    "gradients",
    "orders",
    "steps",
    "bug",
    "drawing",
    "tape",
    "handover",
]
HEAD = 'title = "Midterm"\ndate = 2026-12-11\nminutes = 60\npaper = "{paper}"\n'
TASK = '\n[[task]]\nkind = "{kind}"\npoints = 6\n'
PAPERS = {"A4": (595, 842), "letter": (612, 792)}  # width and height in points
CLASS = [f"s{number}" for number in range(10)]


def write_exam(folder, paper):
    """Run the command in an empty folder; return what it prints."""
    exam = HEAD.format(paper=paper) + "".join(TASK.format(kind=kind) for kind in KINDS)
    (folder / "midterm.toml").write_text(exam)
    (folder / "students.csv").write_text("ID;name\n" + "".join(f"{one};Ö <b>\n" for one in CLASS))
    seed = folder / "midterm.seed"
    seed.write_text("0123456789abcdef" * 2)
    seed.chmod(0o600)
    command = [sys.executable, ROOT / "tools/exam/sheets.py", "midterm.toml", "students.csv"]
    finished = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.fixture(scope="module", params=["A4", "letter"])
def folder(request, tmp_path_factory):
    """A folder with an exam of all kinds, and the paper's name."""
    path = tmp_path_factory.mktemp(request.param)
    write_exam(path, request.param)
    return path


# ---- reading the pages ---------------------------------------------------------------------------


def text_of(markup):
    """Return the text of some HTML, its spaces joined."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def tasks_of(path):
    """Return {student: the HTML of the tasks, in their order} of a page with sheets."""
    tasks = {}
    for section in path.read_text().split("<section>")[1:]:
        student = html.unescape(re.search(r"<b>(.*?)</b>", section)[1])
        tasks.setdefault(student, []).extend(section.split("<div class='task'>")[1:])
    return tasks


def keys_of(path):
    """Return {student: {task number: right answers}} of the printed key."""
    keys = {}
    for article in path.read_text().split("<article>")[1:]:
        student = re.search(r"<h3>(\S+)", article)[1]
        keys[student] = {}
        for paragraph in re.findall(r"<p>(.*?)</p>", article, re.S):
            number = int(re.match(r"<b>(\d+)\.", paragraph)[1])
            answers = re.findall(r"<b>(.*?)</b>", paragraph)[1:]
            keys[student][number] = [html.unescape(answer) for answer in answers]
    return keys


def programs_of(task):
    """Return the lines of each program of a task, without their numbers."""
    return [
        [line[4:] for line in html.unescape(re.sub(r"</?i>", "", program)).splitlines()]
        for program in re.findall(r"<pre>(.*?)</pre>", task, re.S)
    ]


def picture_of(task):
    """Return (nodes, edges) of the picture: names, and (from, to, texts on the edge)."""
    nodes = re.findall(r'class="node">\s*<title>(.*?)</title>', task)
    edges = []
    for edge in re.findall(r'class="edge">(.*?)</g>\s*(?=<g id=|<!--|</g>)', task, re.S):
        source, target = html.unescape(re.search(r"<title>(.*?)</title>", edge)[1]).split("->")
        edges.append((source, target, re.findall(r"<text[^>]*>(.*?)</text>", edge)))
    return nodes, edges


# ---- solving -------------------------------------------------------------------------------------


def run(lines, **names):
    """Run a program; return its names."""
    space = {"torch": torch, "nn": torch.nn, **names}
    exec("\n".join(lines), space)
    return space


def graph_behind(space):
    """Return {name: names that its arrows lead to} behind `y`, by what PyTorch has recorded."""
    tensors = {name: one for name, one in space.items() if isinstance(one, torch.Tensor)}
    by_node = {one.grad_fn: name for name, one in tensors.items() if one.grad_fn}

    def name_of(node):
        if hasattr(node, "variable"):
            return next(name for name, one in tensors.items() if one is node.variable)
        return by_node[node]

    graph = {}
    waiting = [space["y"].grad_fn]
    while waiting:
        node = waiting.pop()
        targets = [target for target, _ in node.next_functions if target]
        graph[name_of(node)] = [name_of(target) for target in targets]
        waiting += targets
    return graph


def solve_flags(task):
    answers = []
    space = {"torch": torch, "nn": torch.nn}
    rows = re.findall(r"<td><code>([^<]*)</code></td><td><code>(\w+)</code>", task)
    for line, name in rows:
        exec(html.unescape(line), space)
        answers.append(
            " ".join("FT"[flag] for flag in (space[name].requires_grad, space[name].is_leaf))
        )
    return answers[3:]


def solve_count(task):
    graph = graph_behind(run(*programs_of(task)))
    leaves = [name for name, targets in graph.items() if not targets]
    return [
        str(len(graph) - len(leaves)),
        str(len(leaves)),
        str(sum(map(len, graph.values()))),
    ]


def solve_gradients(task):
    (lines,) = programs_of(task)
    space = run(lines[:-1])
    along = {}
    for name in [line.split()[0] for line in lines[3:-1]]:
        node = space[name].grad_fn
        inputs = re.findall(
            r"[a-z]", next(line for line in lines if line.startswith(f"{name} ="))[4:]
        )
        node.register_hook(
            lambda gradients, _, name=name, inputs=inputs: along.update(
                {(name, one): gradient for one, gradient in zip(inputs, gradients, strict=True)}
            )
        )
    exec(lines[-1], space)
    _, edges = picture_of(task)
    numbered = {int(texts[0]): along[source, target] for source, target, texts in edges}
    values = [numbered[number] for number in sorted(numbered)]
    values += [space[name].grad for name in "abc"]
    return [f"{value.item():g}" for value in values]


def solve_orders(task):
    nodes, edges = picture_of(task)
    return [
        " ".join(order)
        for order in itertools.permutations(sorted(nodes))
        if all(order.index(source) < order.index(target) for source, target, _ in edges)
    ]


def solve_steps(task):
    printed = []
    run(*programs_of(task), print=lambda gradient: printed.append(f"{gradient.item():g}"))
    return printed


SIGNS = {  # what a reader looks for in a line
    "x[:, 0]": "the target has another shape than the output",
    "deepcopy": "the optimizer holds the parameters of another network",
    "lr=100": "the learning rate is too large",
    ".detach()": "a layer is cut off by detach",
    "requires_grad=True": "the loss has lost its record",
    "+= loss": "the losses are added up with their graphs",
    "net.train()": "the network answers in training mode",
}


def solve_bug(task):
    letters = dict(zip(re.findall(r"<li>(.*?)</li>", task), "abcdefghijklm", strict=True))
    answers = []
    for lines in programs_of(task):
        stripped = [line.strip() for line in lines]
        signs = [
            (number, fault)
            for number, line in enumerate(stripped, 1)
            for sign, fault in SIGNS.items()
            if line.endswith(sign) or (sign != "+= loss" and sign in line)
        ]
        cleared = stripped.index("optimizer.zero_grad()") + 1
        if cleared < 1 + next(n for n, line in enumerate(lines) if line.startswith("for")):
            signs.append((cleared, "zero_grad is missing"))
        elif stripped.index("loss.backward()") < cleared <= stripped.index("optimizer.step()"):
            signs.append((cleared, "zero_grad runs between backward and step"))
        ((number, fault),) = signs
        answers += [str(number), letters[fault]]
    return answers


def solve_drawing(task):
    (lines,) = programs_of(task)
    graph = graph_behind(run(lines))
    made = [line.split()[0] for line in lines[3:]]
    return [
        f"to {' and '.join(sorted(graph[name]))}" if name in graph else "not in the graph"
        for name in made
    ]


class Traced:
    """A Variable that writes what is done with it into a list, as the tape of simple-grad."""

    def __init__(self, name, tape):
        self.name = name
        self.tape = tape

    def record(self, operator, *inputs):
        names = ", ".join(one.name for one in inputs)
        result = Traced(f"v{len(self.tape)}", self.tape)
        self.tape.append(f"{result.name} = {operator}({names})")
        return result

    def __add__(self, other):
        return self.record("add", self, other)

    def __mul__(self, other):
        return self.record("mul", self, other)

    def exp(self):
        return self.record("exp", self)


def solve_tape(task):
    tape = []
    run(*programs_of(task))["f"](*(Traced(name, tape) for name in "abc"))
    return tape


def solve_handover(task):
    (lines,) = programs_of(task)
    body = [line.strip() for line in lines[1:-1]]
    answers = []
    for wanted in ("abc", "a", "b", "c"):
        kept = []
        leaves = {
            name: torch.tensor(0.2 + place, requires_grad=name in wanted)
            for place, name in enumerate("abc")
        }
        with torch.autograd.graph.saved_tensors_hooks(
            lambda tensor, kept=kept: kept.append(tensor.data_ptr()), lambda _: None
        ):
            space = run(body, **leaves)
        names = [
            name
            for name, one in space.items()
            if isinstance(one, torch.Tensor) and one.data_ptr() in kept
        ]
        answers.append(", ".join(names) or "none")
    return answers


@pytest.mark.parametrize("number", range(1, len(KINDS) + 1))
def test_ten_sheets_are_solved_as_the_key_says(folder, number):
    solve = globals()[f"solve_{KINDS[number - 1]}"]
    tasks = tasks_of(folder / "midterm-sheets.html")
    keys = keys_of(folder / "midterm-key.html")
    assert list(tasks) == list(keys) == CLASS
    for student in CLASS:
        assert solve(tasks[student][number - 1]) == keys[student][number], student


def test_the_solutions_of_the_practice_sheet_are_right(folder):
    (tasks,) = tasks_of(folder / "midterm-practice.html").values()
    blank, filled = tasks[: len(KINDS)], tasks[len(KINDS) :]
    for kind, sheet, solution in zip(KINDS, blank, filled, strict=True):
        if kind != "drawing":
            for answer in globals()[f"solve_{kind}"](sheet):
                for part in answer.split() if kind in ("flags", "orders") else [answer]:
                    assert re.search(rf"<(span|td|b|text)\b[^>]*>{re.escape(part)}</", solution), (
                        answer
                    )


# ---- the pages -----------------------------------------------------------------------------------


def test_no_sheet_holds_an_answer(folder):
    """A blank is empty, and only the first three lines of the flags are filled in."""
    page = (folder / "midterm-sheets.html").read_text()
    blanks = re.findall(r'<span class="blank"[^>]*>(.*?)</span>', page)
    assert len(blanks) > 30 * len(CLASS)
    filled = [text for text in blanks if text != "&nbsp;"]
    assert filled == ["T", "T", "F", "T", "T", "F"] * len(CLASS)
    cells = re.findall(r"<table class='boxes.*?</table>", page)
    assert len(cells) == 2 * len(CLASS)
    assert set(re.findall(r"<td>(.*?)</td>", "".join(cells))) == {"&nbsp;"}


def test_each_page_has_the_id_and_each_sheet_an_even_number_of_pages(folder):
    sections = (folder / "midterm-sheets.html").read_text().split("<section>")[1:]
    pages = {}
    for section in sections:
        student = re.search(r"<header>.*?<b>(\S+)</b> Ö &lt;b&gt;", section)[1]
        pages.setdefault(student, []).append(re.search(r"page (\d+) of (\d+)", section).groups())
    assert list(pages) == CLASS
    for numbers in pages.values():
        assert numbers == [(str(n), str(len(numbers))) for n in range(1, len(numbers) + 1)]
        assert len(numbers) % 2 == 0


def test_the_files_are_closed_to_others_and_never_replaced(folder):
    names = ["sheets.html", "key.html", "points.csv", "practice.html"]
    paths = [folder / f"midterm-{name}" for name in names]
    assert [path.stat().st_mode & 0o777 for path in paths] == [0o600] * 4
    before = paths[2].read_text()
    command = [sys.executable, ROOT / "tools/exam/sheets.py", "midterm.toml", "students.csv"]
    again = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert again.returncode == 1
    assert again.stderr.startswith("midterm-sheets.html exists. ")
    assert again.stderr.count("\n") == 1
    assert paths[2].read_text() == before


def test_the_command_says_what_it_needs(tmp_path):
    command = [sys.executable, ROOT / "tools/exam/sheets.py"]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert finished.returncode == 2
    assert finished.stderr.startswith("usage: sheets.py")
    unreadable = [*command, "no.toml", "no.csv"]
    finished = subprocess.run(unreadable, cwd=tmp_path, capture_output=True, text=True)
    assert finished.returncode == 1
    assert finished.stderr.startswith("no.toml can't be read")
    assert finished.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.browser
def test_a_browser_prints_one_page_for_each_section(folder):
    """A section that is too high would take two pages, and the second would have no id."""
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is missing")
    page = folder / "midterm-sheets.html"
    pdf = folder / "sheets.pdf"
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    command = ["chromium", *options, f"--print-to-pdf={pdf}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    content = pdf.read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", content)) == page.read_text().count("<section>")
    boxes = re.findall(rb"/MediaBox\s*\[0 0 (\S+) ([^\]]+)\]", content)
    sizes = {(round(float(width)), round(float(height))) for width, height in boxes}
    assert sizes == {PAPERS[folder.name.rstrip("0")]}
