"""Questions about a learner's own function, made from a run of it: `ask` and `reveal`.

A cell runs the function on a network that the notebook has shown, and prints three questions. The
next cell takes the guesses, and the last one answers:

    own.ask("jacobian", own_run)  # own_run() calls jacobian once, and checks what it returns
    guess(own_1=..., own_2=..., own_3=...)
    own.reveal("jacobian")

The questions are about lines that the learner wrote: of the function, of functions inside it, and
of functions in cells that it calls by name. They earn no points and cost none.
"""

import ast
import contextlib
import inspect
import logging
import re
import sys
import textwrap
from collections import defaultdict, namedtuple

from IPython.utils.capture import capture_output

from . import guess as guesses
from .show import NOT_WRITTEN, graded_or_validated

# Lines that run before a function is stopped; and runs, because the order of a set can change from
# one to the next. What depends on it is not asked.
LONGEST, RUNS = 50_000, 3
COUNTS = range(2, 61)  # visits of a line that can be counted without running it
INSIDE = ast.For, ast.While, ast.If, ast.Try, ast.FunctionDef, ast.match_case
ASKED = ast.Assign, ast.AugAssign, ast.Return, ast.Delete, ast.Break, ast.Continue, ast.Expr
# Versions of Python differ in how often they trace a line that holds one of these.
UNCLEAR = ast.comprehension, ast.Lambda, ast.Yield, ast.YieldFrom, ast.Await
# A statement alone on its line. place: what the lines are sorted by; key: (file, number); names:
# the variables whose values the line reads.
Line = namedtuple("Line", "place key text names")
Question = namedtuple("Question", "kind key text answer")
_asked = {}  # {name of a function: (its statements, {name of a guess: question}, listing)}


class NoEnd(BaseException):
    """Raised in a function that has run too many lines; `except Exception` lets it pass."""


def label_of(value):
    """Return the label that the lab's pictures give a node of an autograd graph, or None."""
    name = value.name() if hasattr(value, "next_functions") else None
    return str(tuple(value.variable.shape)) if name and hasattr(value, "variable") else name


def ask(name, run, label=label_of, given=()):
    """Print up to three questions about a function of the learner's, once it passes.

    Arguments:
        name: the name of the function, as a str.
        run: a function of the notebook, without arguments. It calls the learner's function once,
            and raises an error unless the result is right. No word or number in its source, or in
            that of the learner's function, is an answer.
        label: a function of a value that returns its label in the picture, or None.
        given: what the learner did not write: functions of the notebook, and lines of the
            learner's own function, each as a str.

    Returns None. If there are fewer questions, or none, a sentence says why.
    """
    before, answered, _ = _asked.get(name, (None, {}, ""))
    try:
        sources = _sources(run.__globals__.get(name), given)
        statements = [ast.dump(ast.parse(source)) for source in sources.values()]
        if before == statements and answered and _all_guessed(answered):
            print(f"You have answered the questions about {name}: no statement has changed.")
            return
        runs = _visits(run, {part.__code__.co_filename for part in sources}, label)
    except NoEnd:
        print(f"{name} ran {LONGEST:,} lines and did not end: there are no questions.")
        return
    except Exception as error:
        if str(error).startswith(NOT_WRITTEN):
            print(f"{name} is not written yet.")
            return
        print(f"Three questions follow once {name} is a function that passes its checks.")
        return
    lines = [line for line in _lines(sources) if _without_comment(line.text) not in given]
    known = set(re.findall(r"\w+", " ".join([inspect.getsource(run), *sources.values()])))
    found = [list(_candidates(lines, visits, known)) for visits in runs]
    chosen = _choose([each for each in found[0] if all(each in other for other in found)])
    questions = {f"own_{number}": each for number, each in enumerate(chosen, 1)}
    if before not in (None, statements):
        print(f"Your {name} has changed, so the questions are new. Guess again.")
        guesses.guess(**dict.fromkeys(answered, ...))
    _asked[name] = statements, questions, _listing(lines, runs[0], questions)
    few = "\nToo few of its lines run more than once, or read something with a short value."
    print(f"{len(chosen)} of 3 questions about your own {name}, called as in this cell:")
    rows = [f"\n{each}: {question.text}" for each, question in questions.items()]
    print(*rows, *[few][len(rows) // 3 :], sep="\n")


def reveal(name):
    """Print which guesses about a function are right, and how often its lines ran.

    Arguments:
        name: the name of the function, as for `ask`.

    Returns None. The lines appear once each question has a guess, or while nbgrader runs
    the notebook.
    """
    _, questions, listing = _asked.get(name, (None, {}, ""))
    print(f"Your own {name}:" if questions else f"There are no questions about {name} yet.")
    guesses.reveal(**{each: question.answer for each, question in questions.items()})
    if _all_guessed(questions) or graded_or_validated():
        print(listing, end="")


def _all_guessed(questions):
    return all(guesses._guesses.get(each, ...) is not ... for each in questions)


def _sources(function, given):
    """Return {function: source} for a function and those in cells that it calls by name."""
    function = inspect.unwrap(function)
    space, waiting, sources = function.__globals__, [function], {}
    for each in waiting:  # grows while we go through it
        for part in map(inspect.unwrap, vars(each).values() if isinstance(each, type) else [each]):
            if getattr(part, "__globals__", None) is space and part not in [*sources, *given]:
                sources[part] = source = textwrap.dedent(inspect.getsource(part))
                names = {n.id for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Name)}
                waiting += [space[name] for name in sorted(names) if callable(space.get(name))]
    return sources


def _lines(sources):
    """Return the lines that can be asked about, beginning with those in the most blocks."""
    found, depth = [], defaultdict(int)
    for order, (part, source) in enumerate(sources.items()):
        code, tree, rows = part.__code__, ast.parse(source), source.splitlines()
        # The order of a set of texts changes from one start of Python to the next.
        loops = str([ast.dump(each.iter) for each in ast.walk(tree) if hasattr(each, "iter")])
        for node in ast.walk(tree):  # what is outside comes first
            inside = depth[node] - isinstance(node, INSIDE)
            depth |= dict.fromkeys(ast.iter_child_nodes(node), inside)
            parts = list(ast.walk(node))
            if isinstance(node, ASKED) and not any(isinstance(each, UNCLEAR) for each in parts):
                row, text = rows[node.lineno - 1].strip(), ast.get_source_segment(source, node)
                key = code.co_filename, node.lineno + code.co_firstlineno - 1
                names = [] if "set" in loops.lower() else _names_read(parts)
                if re.fullmatch(rf"(?!['\".]){re.escape(text)}\s*(#.*)?", row):
                    found.append(Line((inside, order), key, row, names))
    return sorted(found)


def _names_read(parts):
    """Return the variables that the nodes of a statement read."""
    names = [each for each in parts if isinstance(each, ast.Name)]
    # `total += 1` reads `total`, although Python's tree says that it only stores it.
    changed = [each.target for each in parts if isinstance(each, ast.AugAssign)]
    return [each.id for each in names if isinstance(each.ctx, ast.Load) or each in changed]


def _label_read(labels, names):
    """Return the label of the first variable that a line reads and that has one, or None."""
    return next((labels[name] for name in names if labels.get(name)), None)


def _without_comment(line):
    return line.partition("  #")[0].strip()


def _visits(run, files, label):
    """Run it several times; return a list of {key of a line: [(values, labels), ...]}.

    Both are by the name of a local variable.
    """
    runs, kept = [], []  # as long as all values are kept, no `id` comes twice

    def visit(frame, event="line", _=None):
        if event == "line" and frame.f_code.co_filename in files:
            kept.append(dict(frame.f_locals))
            if len(kept) > LONGEST:
                raise NoEnd
            values = {name: _short(value) for name, value in kept[-1].items()}
            labels = {name: label(value) for name, value in kept[-1].items()}
            runs[-1][frame.f_code.co_filename, frame.f_lineno].append((values, labels))
        return visit if frame.f_code.co_filename in files else None

    with capture_output(), contextlib.ExitStack() as stack:
        stack.callback(logging.disable, logging.root.manager.disable)
        logging.disable()
        if hasattr(sys, "monitoring"):  # since Python 3.12
            tools, line = sys.monitoring, sys.monitoring.events.LINE
            own = next(number for number in (4, 3, 1, 2) if tools.get_tool(number) is None)
            tools.use_tool_id(own, __name__)
            stack.callback(tools.free_tool_id, own)
            tools.register_callback(own, line, lambda *_: visit(sys._getframe(1)) or tools.DISABLE)
            stack.callback(tools.set_events, own, 0)
            tools.set_events(own, line)
        else:
            stack.callback(sys.settrace, sys.gettrace())
            sys.settrace(visit)
        for _ in range(RUNS):
            runs.append(defaultdict(list))
            run()
    return runs


def _short(value):
    """Return how a question asks for a value, and the answer; `...` for what is long."""
    if isinstance(value, (list, dict, set)):
        return "How long is", len(value)
    return "What is", value if isinstance(value, int | str | None) and len(str(value)) < 25 else ...


def _candidates(lines, visits, known):
    """Yield the questions that a run allows and whose answers nobody can read off the screen."""
    for line in [line for line in lines if line.key in visits]:
        count = len(visits[line.key]) if len(visits[line.key]) in COUNTS else ...
        asked = [("count", f"How often does line {line.key[1]} run?", count)]
        for name in line.names:
            how, value = visits[line.key][-1][0].get(name, ("", ...))
            text = f"{how} `{name}` just before line {line.key[1]} runs for the last time?"
            asked.append(("value", text, value))
        for kind, text, answer in asked:
            if answer is not ... and str(answer) not in known:
                yield Question(kind, line.key, f"{text}\n    {line.text}", answer)
    silent = [line for line in lines if line.key not in visits]
    loud = [line for line in lines if line.key in visits and line.place < (-1,)]
    if silent and len(loud) > 1:
        three = sorted([silent[0], *loud[:2]], key=lambda line: line.key)
        rows = [f"\n    {a}: {one.key[1]}  {one.text}" for a, one in zip("abc", three, strict=True)]
        text = 'Which of these lines never runs here, "a", "b" or "c"?' + "".join(rows)
        yield Question("never", silent[0].key, text, "abc"[three.index(silent[0])])


def _choose(found):
    """Return up to three questions: of different kinds and lines first; no answer comes twice."""
    chosen = []
    while found and len(chosen) < 3:
        # How many have its kind, and how many are about its line.
        best = min(found, key=lambda q: [[one[n] for one in chosen].count(q[n]) for n in (0, 1)])
        chosen, taken = [*chosen, best], str(best.answer).casefold()
        found = [each for each in found if str(each.answer).casefold() != taken]
    return chosen


def _listing(lines, visits, questions):
    """Return how often each line ran, and the answers with the labels of the visits, as text."""
    lines = sorted(lines, key=lambda line: line.key)
    rows = [f"{len(visits[each.key]):4} x line {each.key[1]}: {each.text}\n" for each in lines]
    for name, question in questions.items():
        names = next(line.names for line in lines if line.key == question.key)
        found = (_label_read(labels, names) for _, labels in visits[question.key])
        places = ", ".join(filter(None, found))
        rows.append(f"{name} is {question.answer!r}" + (f", at {places}\n" if places else "\n"))
    return "".join(rows) if questions else ""
