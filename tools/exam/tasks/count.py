"""How many operations, leaves and arrows the graph of a program has (lab, notebook 3)."""

import random

from beliefs import belief
from layout import labeled_blanks, program
from question import Answer, Question, compare, typical
from small_programs import Step, graph_in_torch, graph_of, lines_of, random_steps

TITLE = "How large is the graph?"
TEXT = (
    "How many operations, leaves and arrows are in the graph behind <code>y</code>, in which "
    "<code>y.backward()</code> runs? Leaves are nodes of their own here, and are not counted as "
    "operations. Count what is in the graph, not what is in the program."
)
HEIGHT = 80

OPERATORS = ["mul"] * 3 + ["add"] * 2 + ["exp", "sin"]
NAMES = ["p", "q", "r", "s", "t", "u", "y"]
LEAVES = ["a", "b", "c", "d"]
DATA = ["x"]
# Operations, leaves and arrows. No number is in more than half of them.
SIZES = [
    (5, 3, 9),
    (6, 2, 9),
    (6, 2, 10),
    (6, 3, 9),
    (6, 3, 10),
    (7, 1, 11),
    (7, 2, 10),
    (7, 2, 11),
    (7, 3, 11),
]
DRAWINGS = "autograd/visualize_autograd_graph/wrong-"


def draw(choose: random.Random) -> Question:
    """Return a program of seven operations, five to seven of them in the graph."""
    wanted = choose.choice(SIZES)
    while True:
        steps = random_steps(choose, OPERATORS, NAMES, LEAVES + DATA)
        if size_of(steps) == wanted and any("x" in step.inputs for step in steps):
            break
    lines = [
        "a, b, c, d = [torch.tensor(0.5, requires_grad=True) for _ in range(4)]",
        "x = torch.tensor(0.5)",
        *lines_of(steps),
    ]
    operations, leaves, arrows = wanted
    drawn = graph_of(steps, LEAVES)
    to_leaves = 0
    to_data = 0
    without_parallel = 0
    for step in steps:
        if step.name in drawn:
            to_leaves += sum(name in LEAVES for name in step.inputs)
            to_data += sum(name in DATA for name in step.inputs)
            without_parallel += len(set(drawn[step.name]))
    answers = [
        Answer(
            "operations",
            str(operations),
            typical(operations, {"Every line of the program is in the graph.": len(steps)}),
        ),
        Answer(
            "leaves",
            str(leaves),
            typical(
                leaves,
                {
                    belief(f"{DRAWINGS}leaves-drawn-again"): to_leaves,
                    "Every tensor that is made is a leaf of the graph.": len(LEAVES + DATA),
                },
            ),
        ),
        Answer(
            "arrows",
            str(arrows),
            typical(
                arrows,
                {
                    belief(f"{DRAWINGS}parallel-edges-collapsed"): without_parallel,
                    belief(f"{DRAWINGS}edge-to-none"): arrows + to_data,
                    belief(f"{DRAWINGS}leaves-left-out"): arrows - to_leaves,
                },
            ),
        ),
    ]
    return Question(lines, answers, {"steps": steps})


def size_of(steps: list[Step]) -> tuple[int, int, int]:
    """Return how many operations, leaves and arrows are behind the output."""
    graph = graph_of(steps, LEAVES)
    leaves = sum(name in LEAVES for name in graph)
    return len(graph) - leaves, leaves, sum(len(targets) for targets in graph.values())


def check(question: Question) -> None:
    """Count in the graph that PyTorch records."""
    graph = graph_in_torch(question.facts["steps"], LEAVES, DATA)
    leaves = [name for name, targets in graph.items() if not targets]
    arrows = sum(len(targets) for targets in graph.values())
    counted = [len(graph) - len(leaves), len(leaves), arrows]
    compare("the graph", [answer.right for answer in question.answers], [*map(str, counted)])


def body(question: Question, filled: bool) -> str:
    """Return the program and three blanks."""
    return program(question.code) + labeled_blanks(question.answers, filled)


def key_picture(question: Question) -> str:
    """Return nothing: the key needs no picture."""
    return ""
