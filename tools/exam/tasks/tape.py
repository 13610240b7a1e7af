"""Write the tape of a function (simple-grad, notebook 1)."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain

import torch
from lab_modules import lab_module
from layout import labeled_blanks, program
from question import Answer, Question, WrongKeyError, compare, typical
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
        uses = Counter(chain.from_iterable(step.inputs for step in steps))
        shared = [name for name in NAMES if uses[name] > 1]
        graph = graph_of(steps, INPUTS)
        if len(graph) == len(NAMES + INPUTS) and len(shared) == 1 and uses[shared[0]] == 2:
            break
    function = Function(steps, shared[0])
    answers = []
    for place, entry in enumerate(function.entries, 1):
        right = text_of(entry)
        inputs = tuple("t" if name == function.names[shared[0]] else name for name in entry.inputs)
        wrong = {
            "A Variable is called what Python calls it.": text_of(entry._replace(inputs=inputs))
        }
        answers.append(Answer(f"{place}.", right, typical(right, wrong)))
    return Question(function.lines, answers, {"steps": steps})


class Function:
    """A program as a Python function, and the entries that this function records.

    A result that is used once is written where it is used. The one that is used twice is called `t`
    in Python.
    """

    def __init__(self, steps: Sequence[Step], shared: str) -> None:
        self.steps = {step.name: step for step in steps}
        self.shared = shared
        self.names = {name: name for name in INPUTS}  # of each result on the tape
        self.entries: list[Step] = []
        first_line = self._write(shared)
        last_line = self._write(steps[-1].name)
        self.lines = ["def f(a, b, c):", f"    t = {first_line}", f"    return {last_line}"]

    def _write(self, result: str) -> str:
        """Return the expression of a result, and add its entries in the order of Python."""
        if result in self.names:
            return "t" if result == self.shared else result
        step = self.steps[result]
        parts = [self._write(name) for name in step.inputs]
        self.names[result] = f"v{len(self.entries)}"
        inputs = tuple(self.names[name] for name in step.inputs)
        self.entries.append(Step(self.names[result], step.operator, inputs))
        if step.operator == "add":
            return f"{parts[0]} + {_in_brackets(parts[1])}"
        factors = [_in_brackets(part) for part in parts]
        return f"{factors[0]}.exp()" if step.operator == "exp" else " * ".join(factors)


def _in_brackets(expression: str) -> str:
    return f"({expression})" if " " in expression else expression


def text_of(entry: Step) -> str:
    """Return an entry as the tape prints it."""
    return f"{entry.name} = {entry.operator}({', '.join(entry.inputs)})"


def check(question: Question) -> None:
    """Run the function on the lab's own tape, and compare its value with PyTorch's."""
    engine = lab_module("simple-grad", "simple_grad")
    operators = lab_module("simple-grad", "operators")

    def operator(name, compute):
        def apply(*inputs):
            result = engine.Variable(compute(*(one.value for one in inputs)))
            engine.record(name, list(inputs), [result], lambda _: [None] * len(inputs))
            return result

        apply.__name__ = name
        return apply

    operators.install(operator("add", torch.add), operator("exp", torch.exp))
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
        raise WrongKeyError("The function on the sheet computes something else than its program.")


def body(question: Question, filled: bool) -> str:
    """Return the function, and a long blank for each entry."""
    return program(question.code) + labeled_blanks(question.answers, filled, 48)


def key_picture(question: Question) -> str:
    """Return nothing: the key lists the entries."""
    return ""
