"""The sheets of a class are equally hard, and nobody can copy: measured on what they show."""

import ast
from collections import Counter
from itertools import pairwise

import pytest
import torch
from exam_file import Exam, Student, Task
from sheet import make_sheets
from small_programs import graph_in_torch
from tasks import KINDS, orders

# Counts that the task asks for may differ by two: those of the graph, and the lines of a fault.
VARYING = {"count": {"nodes", "leaves", "arrows"}, "bug": "all"}


@pytest.fixture(scope="module", params=[200, pytest.param(1000, marks=pytest.mark.soak)])
def questions(request):
    """The questions of a class of so many students, by kind, in the order of the list."""
    kinds = list(KINDS)
    tasks = tuple(Task(kind, 4) for kind in kinds)
    exam = Exam("midterm", "Midterm", "2026-12-11", 60, "A4", tasks)
    students = [Student(f"s{number}", "") for number in range(request.param)]
    sheets = make_sheets(exam, students, b"0123456789abcdef")
    return {kind: [sheet.questions[place] for sheet in sheets] for place, kind in enumerate(kinds)}


def operations(code):
    """Return how often each operator and each function is in a program."""
    counts = Counter()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.BinOp):
            counts[type(node.op).__name__] += 1
        if isinstance(node, ast.Call):
            counts[ast.unparse(node.func).rpartition(".")[2]] += 1
    return counts


def graph_size(graph):
    """Return the numbers of nodes, leaves and arrows of {node: nodes that its arrows lead to}."""
    arrows = sum(len(targets) for targets in graph.values())
    leaves = sum(not targets for targets in graph.values())
    return {"nodes": len(graph), "leaves": leaves, "arrows": arrows}


def printed_graph(code):
    """Run a printed program, and return the graph that PyTorch has recorded behind `y`."""
    space = {"torch": torch, "nn": torch.nn}
    exec("\n".join(line for line in code if "backward" not in line), space)
    graph = {}
    waiting = [space["y"].grad_fn]
    for node in waiting:
        graph[node] = [target for target, _ in node.next_functions if target is not None]
        waiting += [target for target in dict.fromkeys(graph[node]) if target not in waiting]
    return graph


def measures(kind, question):
    """Return all counts of a question that decide how hard it is."""
    if kind == "orders":
        counts = Counter(line.split()[1] for line in question.code)
        graph = graph_in_torch(question.facts["steps"], orders.LEAVES)
    else:
        code = "\n".join(question.code)
        counts = operations(code)
        graph = printed_graph(question.code) if kind in ("count", "gradients", "drawing") else {}
    counts.update(graph_size(graph))
    if kind == "flags":
        counts.update(answer.right for answer in question.answers)
    counts["lines"] = len(question.code)
    counts["asked"] = len(question.answers)
    return counts


@pytest.mark.parametrize("kind", KINDS)
def test_sheets_have_the_same_numbers_of_operations_arrows_leaves_and_values(kind, questions):
    measured = [measures(kind, question) for question in questions[kind]]
    varying = VARYING.get(kind, ())
    for name in set().union(*measured):
        values = {counts[name] for counts in measured}
        most = 2 if varying == "all" or name in varying else 0
        assert max(values) - min(values) <= most, (kind, name, values)
    assert min(counts["asked"] for counts in measured) >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_is_shared_by_more_than_half_of_the_class(kind, questions):
    for answers in zip(*(question.answers for question in questions[kind]), strict=True):
        label = answers[0].label
        ((answer, shared),) = Counter(one.right for one in answers).most_common(1)
        assert shared <= len(answers) / 2, (kind, label, answer, shared)


@pytest.mark.parametrize("kind", KINDS)
def test_neighbors_differ_in_two_thirds_of_their_answers(kind, questions):
    for question, neighbor in pairwise(questions[kind]):
        pairs = zip(question.answers, neighbor.answers, strict=True)
        different = sum(one.right != other.right for one, other in pairs)
        assert different >= 2 / 3 * len(question.answers), (question.code, neighbor.code)
