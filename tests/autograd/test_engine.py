"""Notebook 5 of the lab: `run_node`, an engine around it, and a course without the notebook.

Oracles: PyTorch's own backward, and the lab's tests in a copy of the course.
"""

import json
import re
import shutil
import subprocess
import sys
import threading

import pytest
import torch
from course import deleted
from support.notebook_imports import importing
from support.paths import ROOT, SOURCE
from support.real_networks import NETWORKS as REAL_NETWORKS
from support.real_networks import leaves_of
from torch import nn
from torch.utils.checkpoint import checkpoint

from nbjudge_testing.commands import run_nbgrader

NOTEBOOK = SOURCE / "autograd/5-run-the-graph.ipynb"
pytestmark = pytest.mark.skipif(bool(deleted()), reason="this course has no notebook 5")


@pytest.fixture(scope="module")
def lab():
    """The modules `engine`, `given`, `runs` and `show` of the lab, by name."""
    with importing(SOURCE / "autograd") as load:
        modules = {name: load(name) for name in ("engine", "show")}
        checks = ("by_hand", "engine_checks", "student_side")
        yield modules | {name: load(f"checks.{name}") for name in checks}


@pytest.fixture(scope="module")
def cells():
    return {
        cell["id"]: "".join(cell["source"]) for cell in json.loads(NOTEBOOK.read_text())["cells"]
    }


@pytest.fixture(scope="module")
def run_backward(lab, cells):
    """The reference solution."""
    names = {"torch": torch, "is_leaf": lab["engine"].is_leaf, "run_node": lab["engine"].run_node}
    exec(cells["run_backward"], names)
    return names["run_backward"]


@pytest.fixture(scope="module")
def run_at_once(lab, cells):
    """The engine of step 3, which does not wait."""
    names = {"torch": torch, "is_leaf": lab["engine"].is_leaf, "run_node": lab["engine"].run_node}
    exec(cells["run_at_once"], names)
    return names["run_at_once"]


# ---- the same as backward() ---------------------------------------------------------------------


class Pair(torch.autograd.Function):
    """Has two results."""

    @staticmethod
    def forward(ctx, x):
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, first, second):
        return 2 * first + 3 * second


def leaf(*shape, dtype=torch.float32):
    return torch.rand(shape, dtype=dtype).add(0.3).requires_grad_()


def module(net, *shape):
    made = net(torch.rand(shape))
    return (made[0] if isinstance(made, tuple) else made), list(net.parameters())


def of(compute, *leaves):
    return compute(*leaves), list(leaves)


def clamped(x):
    y = x.sin()
    y.register_hook(lambda gradient: gradient.clamp(max=0.1))
    return y * 3


def in_place(x):
    y = x * 3
    y[0].mul_(2)
    return y.add_(1)


def doubled(t, times):
    for _ in range(times):
        t = t + t
    return t


NETWORKS = {
    "attention": lambda: module(nn.TransformerEncoderLayer(4, 2, 8, 0.0), 3, 4),
    "attention with a batch": lambda: module(nn.TransformerEncoderLayer(4, 2, 8, 0.0), 3, 2, 4),
    "convolution": lambda: module(nn.Sequential(nn.Conv2d(1, 2, 2), nn.BatchNorm2d(2)), 2, 1, 4, 4),
    "LSTM": lambda: module(nn.LSTM(2, 3), 4, 2),
    "LSTM cell": lambda: module(nn.LSTMCell(2, 3), 4, 2),
    "GRU": lambda: module(nn.GRU(2, 3), 4, 2),
    "layer norm": lambda: module(nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4)), 2, 3),
    "square": lambda: of(lambda a: a * a, leaf(3)),
    "doubled": lambda: of(lambda t: doubled(t, 40), leaf(1, dtype=torch.float64)),
    "unbind, all": lambda: of(lambda a: sum(a.exp().unbind()), leaf(3, 2)),
    "unbind, one": lambda: of(lambda a: a.exp().unbind()[1].sin(), leaf(3, 2)),
    "second result": lambda: of(lambda a: a.exp().unbind()[1], leaf(3, 2)),
    "sort": lambda: of(lambda a: a.sort().values.cumsum(0), leaf(5)),
    "topk": lambda: of(lambda a: a.topk(2).values.prod(), leaf(5)),
    "a Function, one result": lambda: of(lambda a: Pair.apply(a)[1].sin(), leaf(3)),
    "broadcasting": lambda: of(lambda a, b: a * b + b, leaf(3, 1), leaf(2)),
    "two dtypes": lambda: of(lambda a, b: a * b, leaf(2), leaf(2, dtype=torch.float64)),
    "bfloat16": lambda: of(lambda a: (a.bfloat16() * 2).exp(), leaf(2)),
    "complex": lambda: of(lambda a: torch.view_as_real(torch.view_as_complex(a) ** 2), leaf(3, 2)),
    "indexing": lambda: of(lambda a: a[[0, 0, 2]] * a[1], leaf(3)),
    "cat": lambda: of(lambda a, b: torch.cat([a, b, a]).sin(), leaf(2), leaf(3)),
    "where": lambda: of(lambda a, b: torch.where(a > b, a, b), leaf(4), leaf(4)),
    "einsum": lambda: of(lambda a, b: torch.einsum("ij,jk->ik", a, b), leaf(2, 3), leaf(3, 2)),
    "svd": lambda: of(lambda a: torch.linalg.svd(a)[1], leaf(3, 2)),
    "checkpoint": lambda: of(lambda a: checkpoint(clamped, a, use_reentrant=False), leaf(3)),
    "tensor hook": lambda: of(clamped, leaf(3)),
    "in place": lambda: of(in_place, leaf(3, 2)),
}  # fmt: skip


@pytest.mark.parametrize("name", NETWORKS)
def test_an_engine_around_run_node_leaves_what_backward_leaves(name, run_backward):
    found = []
    for engine in (lambda output: output.backward(torch.ones_like(output)), run_backward):
        torch.manual_seed(1)
        output, leaves = NETWORKS[name]()
        engine(output)
        found.append([each.grad for each in leaves])
    for real, mine in zip(*found, strict=True):
        assert (real is None) == (mine is None)
        assert real is None or (real.dtype == mine.dtype and torch.allclose(real, mine))


# autograd.grad, which `run_node` calls, refuses these two.
REFUSED = {
    "reentrant checkpoint": "checkpoint is incompatible with .grad",
    "nested": "wrong index for variant",
}


@pytest.mark.parametrize("name", [name for name in REAL_NETWORKS if name not in REFUSED])
def test_the_reference_solution_runs_the_graphs_of_real_networks(name, run_backward):
    grads = []
    for engine in (lambda output: output.backward(torch.ones_like(output)), run_backward):
        torch.manual_seed(1)
        output = REAL_NETWORKS[name]()
        leaves = leaves_of(output)
        engine(output)
        grads.append([leaf.grad.to_dense() for leaf in leaves])
    assert grads[0]
    for real, mine in zip(*grads, strict=True):
        assert real.dtype == mine.dtype
        torch.testing.assert_close(mine, real)


@pytest.mark.parametrize("name", REFUSED)
def test_networks_that_run_node_cannot_run_end_in_an_error(name, run_backward):
    with pytest.raises(RuntimeError, match=REFUSED[name]):
        run_backward(REAL_NETWORKS[name]())


def test_where_only_none_arrives_the_function_of_the_checks_passes_none_on(lab, run_backward):
    """A custom Function gets zeros there, and would pass them on, unless it says otherwise."""
    steps = [("first_only", 1, 1), ("first_only", 0, 2)]
    leaves = {"w": leaf(2), "v": leaf(2)}
    for engine in (lambda output: output.backward(torch.ones_like(output)), run_backward):
        inputs = lab["student_side"].copies(leaves)
        engine(lab["student_side"].build(steps, inputs))
        assert torch.equal(inputs["w"].grad, torch.ones(2))
        assert inputs["v"].grad is None


def test_a_long_chain_needs_no_recursion(run_backward):
    t = w = leaf(1)
    for _ in range(3000):
        t = t.sin()
    run_backward(t)
    mine, w.grad = w.grad, None
    t.backward()
    assert torch.equal(mine, w.grad)


# ---- what the text says -------------------------------------------------------------------------


def test_the_numbers_of_the_text(lab, cells, run_backward, run_at_once):
    def visits(engine, n):
        w = torch.ones(1, requires_grad=True)
        with lab["engine"].watching() as visited:
            engine(doubled(w, n))
        assert w.grad.item() == 2**n
        return len(visited)

    assert [visits(run_at_once, n) for n in (3, 8)] == [15, 511]
    assert visits(run_backward, 8) == 9
    call = "run_node(node, arrived[node])"
    names = {"torch": torch, "is_leaf": lab["engine"].is_leaf, "run_node": lab["engine"].run_node}
    exec(cells["run_backward"].replace(call, f"() if is_leaf(node) else {call}"), names)
    assert visits(names["run_backward"], 8) == 8  # an engine that only fills the leaf's .grad
    assert "511 visits are the 510 edges" in cells["task"]
    assert "8 to 10 visits" in cells["end"] and "256 paths" in cells["end"]


def test_an_engine_fits_into_thirty_lines_and_a_walk_without_one_takes_months(cells):
    solution = cells["run_backward"].split("### BEGIN SOLUTION")[1].split("### END SOLUTION")[0]
    assert 20 < len([line for line in solution.splitlines() if line.strip()]) < 30
    edges, a_second, month = 2**41 - 2, 100_000, 30 * 86_400  # as notebook 4 counts them
    assert 2 < edges / a_second / month < 12
    assert "can take months" in cells["title"] and "thirty lines" in cells["title"]


def test_pytorch_takes_the_node_that_was_recorded_last_and_stays_in_the_thread(cells):
    x, ran = leaf(2), []
    parts = [x.sin(), x.cos(), x.exp()]
    for part in parts:
        name = part.grad_fn.name()
        part.grad_fn.register_hook(lambda *_, name=name: ran.append((name, threading.get_ident())))
    (parts[1] + parts[2] + parts[0]).sum().backward()
    here = threading.get_ident()
    assert ran == [(f"{name}Backward0", here) for name in ("Exp", "Cos", "Sin")]
    assert "the reverse of the order in which it was run" in " ".join(cells["end"].split())


def test_who_runs_exp_as_soon_as_something_is_there_gets_the_number_of_the_text(lab, cells):
    run_node = lab["engine"].run_node
    w = torch.tensor([0.0, 1.0], requires_grad=True)
    v = torch.tensor([2.0, 3.0], requires_grad=True)
    h = w.exp()
    y = h + h * v
    to_exp, _ = run_node(y.grad_fn, {0: torch.ones(2)})
    (hasty,) = run_node(y.grad_fn.next_functions[0][0], {0: to_exp})
    y.backward(torch.ones(2))
    assert torch.allclose(hasty, torch.tensor([1.0, 2.7183]))
    assert torch.allclose(w.grad, torch.tensor([3.0, 10.8731]))
    assert "The right one is 3." in " ".join(cells["paper-text-2"].split())


def test_run_node_passes_on_what_a_hook_on_the_node_receives(lab):
    layer, x, received = nn.Linear(3, 2), leaf(4, 3), []
    y = layer(x)
    passed_on = lab["engine"].run_node(y.grad_fn, {0: torch.ones(4, 2)})
    y.grad_fn.register_hook(lambda grad_inputs, _: received.extend(grad_inputs))
    y.backward(torch.ones(4, 2))
    assert [g.shape for g in passed_on] == [(2,), (4, 3), (3, 2)]
    assert all(map(torch.equal, passed_on, received))


def test_run_node_works_where_pytorch_refuses_to_differentiate(lab):
    y = leaf(2).exp()
    with lab["by_hand"].by_hand():
        (passed_on,) = lab["engine"].run_node(y.grad_fn, {0: torch.ones(2)})
        assert torch.equal(passed_on, y) and not passed_on.requires_grad
    with pytest.raises(lab["by_hand"].NotByHand), lab["by_hand"].by_hand():
        y.backward(torch.ones(2))


@pytest.mark.parametrize(
    ("arrived", "sentence"),
    [
        ({0: torch.tensor(1.0)}, "expected (2,), got ()."),
        ({0: torch.ones(2, 1)}, "expected (2,), got (2, 1)."),
        ({0: None}, "expected a tensor, got None."),
        ({0: 1.0}, "expected a tensor, got a float."),
        ({1: torch.ones(2)}, "ExpBackward0 has no result number 1."),
        (torch.ones(2), "expected a dict {number of a result: gradient}, got a tensor."),
    ],
    ids=str,
)
def test_run_node_says_what_is_wrong(lab, arrived, sentence):
    with pytest.raises((TypeError, ValueError)) as error:
        lab["engine"].run_node(leaf(2).exp().grad_fn, arrived)
    assert sentence in str(error.value)
    with pytest.raises(TypeError, match="expected a node, got a tensor"):
        lab["engine"].run_node(leaf(2).exp(), {})


def test_a_walk_that_does_not_end_is_stopped(lab, run_at_once):
    with pytest.raises(RuntimeError, match="20,000 nodes have run"), lab["engine"].watching():
        run_at_once(doubled(leaf(1), 40))


def test_the_slider_steps_through_the_visits(lab, run_backward, monkeypatch):
    shown = []
    monkeypatch.setattr(lab["engine"], "show", lambda dot, order: shown.append((dot, order)))
    output = doubled(leaf(1), 3)
    with lab["engine"].watching() as visits:
        run_backward(output)
    lab["engine"].show_visits(output, visits)
    ((dot, order),) = shown
    assert order == [0, 1, 2, 3] and dot.count("->") == 6
    assert dot.count("AddBackward0") == 3 and dot.count("lightblue") == 1


# ---- a course without the notebook --------------------------------------------------------------

# Tests that such a course must pass, too.
QUICK = [
    "tests/pages/test_minutes.py",
    "tests/pages/test_glossary.py",
    "tests/assignments/test_answers.py::test_every_function_has_right_and_wrong_answers_and_none_is_there_twice",
    "tests/assignments/test_forgeable.py",
]
SLOW = [
    "tests/assignments/test_topics.py",
    "tests/assignments/test_placeholder_answers.py",
    "tests/assignments/test_release.py",
    "tests/tools/test_known_answers.py",
    "tests/tools/test_start.py",
    "tests/tools/test_bonus.py",
]


@pytest.mark.nbgrader
@pytest.mark.parametrize(
    "tests",
    [pytest.param(QUICK, id="quick"), pytest.param(SLOW, id="slow", marks=pytest.mark.soak)],
)
def test_a_course_may_delete_the_notebook(tests, tmp_path):
    course = tmp_path / "course"
    kept = ("answers", "docs", "source", "release", "tests", "tools", "nbgrader_config.py")
    for name in (*kept, "README.md", "pyproject.toml"):
        path = ROOT / name
        (shutil.copytree if path.is_dir() else shutil.copy)(path, _into(course, name))
    (course / "packages").symlink_to(ROOT / "packages")
    [notebook] = course.glob("source/autograd/5-*.ipynb")
    notebook.unlink()
    run_nbgrader(course, "generate_assignment", "autograd", "--force")
    assert not list(course.glob("release/autograd/5-*.ipynb"))
    choice = ["-m", "not soak", "-k", "not primer and not simple"]
    finished = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *choice, *tests],
        cwd=course,
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stdout
    assert re.search(r"\d\d passed", finished.stdout) and "failed" not in finished.stdout


def _into(course, name):
    course.mkdir(exist_ok=True)
    return course / name
