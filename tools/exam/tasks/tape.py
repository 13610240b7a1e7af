"""Write the tape of a function (simple-grad, notebook 1)."""

import random
from collections import Counter
from collections.abc import Sequence

import torch
from lab_modules import lab_module
from layout import labeled_blanks, program
from question import Answer, Question, WrongKey, compare
from small_programs import Step, graph_of, random_steps, values_of

TITLE = "The tape"
TEXT = (
    "<code>a</code>, <code>b</code> and <code>c</code> are Variables with these names, and the "
    "tape is empty. Write the entries that <code>f(a, b, c)</code> records, in their order, as "
    "<code>v0 = mul(a, b)</code>. The operators are <code>mul</code>, <code>add</code> and "
    "<code>exp</code>."
)
HEIGHT = 54

OPERATORS = ["mul", "mul", "add", "add", "exp"]
NAMES = ["s1", "s2", "s3", "s4", "s5"]
INPUTS = ["a", "b", "c"]
READS = 9  # of all operators together


def draw(choose: random.Random) -> Question:
    """Return a function of five operations in which one result is used twice."""
    while True:
        steps = random_steps(choose, OPERATORS, NAMES, INPUTS)
        uses = Counter(name for step in steps for name in step.inputs)
        shared = [name for name in NAMES if uses[name] > 1]
        graph = graph_of(steps, INPUTS)
        if len(graph) == len(NAMES + INPUTS) and len(shared) == 1 and uses[shared[0]] == 2:
            break
    lines, entries = as_function(steps, shared[0])
    answers = [
        Answer(f"{place}.", entry, _mistakes(entry, entries))
        for place, entry in enumerate(entries, 1)
    ]
    return Question(lines, answers, {"steps": steps})


def as_function(steps: Sequence[Step], shared: str) -> tuple[list[str], list[str]]:
    """Return the lines of a function, and the entries that it records.

    A result that is used once is written where it is used. The one that is used twice gets the name
    `t`.
    """
    by_name = {step.name: step for step in steps}
    names = {}
    entries = []

    def write(name):
        """Return the expression of a result, and record its entries in the order of Python."""
        if name in INPUTS:
            names[name] = name
            return name
        if name == shared and name in names:
            return "t"
        step = by_name[name]
        parts = [write(one) for one in step.inputs]
        names[name] = f"v{len(entries)}"
        entries.append(
            f"{names[name]} = {step.operator}({', '.join(names[n] for n in step.inputs)})"
        )
        if step.operator == "exp":
            return f"({parts[0]}).exp()" if " " in parts[0] else f"{parts[0]}.exp()"
        if step.operator == "mul":
            parts = [f"({part})" if " " in part else part for part in parts]
            return " * ".join(parts)
        if " " in parts[1]:
            parts[1] = f"({parts[1]})"
        return " + ".join(parts)

    first = write(shared)
    last = write(steps[-1].name)
    return ["def f(a, b, c):", f"    t = {first}", f"    return {last}"], entries


def _mistakes(entry: str, entries: Sequence[str]) -> dict[str, list[str]]:
    """Return {wrong entry: beliefs}: the shared result under the name that it has in Python."""
    name = next(
        one.partition(" ")[0] for one in entries if sum(_reads(e, one) for e in entries) > 1
    )
    head, _, inputs = entry.partition("(")
    read = inputs.rstrip(")").split(", ")
    if name not in read:
        return {}
    wrong = ", ".join("t" if one == name else one for one in read)
    return {f"{head}({wrong})": ["A Variable is called what Python calls it."]}


def _reads(entry: str, other: str) -> int:
    """Return how often an entry reads what another one made."""
    name = other.partition(" ")[0]
    return entry.partition("(")[2].rstrip(")").split(", ").count(name)


def check(question: Question) -> None:
    """Run the function on the lab's own tape, and compare its value with PyTorch's."""
    engine = lab_module("simple-grad", "simple_grad")

    def operator(name, compute):
        def apply(*inputs):
            result = engine.Variable(compute(*(one.value for one in inputs)))
            engine.record(name, list(inputs), [result], lambda _: [None] * len(inputs))
            return result

        apply.__name__ = name
        return apply

    engine.install(operator("add", torch.add), operator("exp", torch.exp))
    engine.reset_tape()
    space = {}
    exec("\n".join(question.code), space)
    numbers = {name: torch.tensor(0.1 * place) for place, name in enumerate(INPUTS, 1)}
    result = space["f"](*(engine.Variable(value, name) for name, value in numbers.items()))
    entries = [str(entry) for entry in engine.tape]
    engine.reset_tape()
    compare("the tape", [answer.right for answer in question.answers], entries)
    steps = question.facts["steps"]
    if not torch.allclose(result.value, values_of(steps, numbers)[steps[-1].name]):
        raise WrongKey("The function on the sheet computes something else than its program.")


def body(question: Question, filled: bool) -> str:
    """Return the function, and a long blank for each entry."""
    return program(question.code) + labeled_blanks(question.answers, filled, 48)


def key_picture(question: Question) -> str:
    """Return nothing: the key lists the entries."""
    return ""
