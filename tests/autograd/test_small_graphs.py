"""All small graphs: each comes once, the right drawing is the real graph, and the searches.

Oracles: PyTorch's own graph, walked by the hidden tools of notebook 3, and its backward.
"""

import json
import re

import pytest
from support.notebook_imports import importing
from support.paths import SOURCE


@pytest.fixture(scope="module")
def lab():
    """The modules of the lab that hold small graphs, by name."""
    checks = ("smallest", "drawing_checks", "small_graphs", "small_runs", "small_drawings")
    with importing(SOURCE / "autograd") as load:
        yield {"engine": load("engine")} | {name: load(f"checks.{name}") for name in checks}


@pytest.fixture(scope="module")
def answers(lab):
    """The reference solutions `run_backward` and `visualize_autograd_graph`, and `real_graph`."""
    import graphviz
    import torch

    engine = lab["engine"]
    names = {"torch": torch, "graphviz": graphviz}
    names |= {"is_leaf": engine.is_leaf, "run_node": engine.run_node}
    cells_to_run = {
        "3-autograd-graph": ["visualize_autograd_graph", "test-visualize_autograd_graph-tools"],
        "5-run-the-graph": ["run_backward", "run_at_once"],
    }
    for notebook, ids in cells_to_run.items():
        path = SOURCE / "autograd" / f"{notebook}.ipynb"
        for cell in json.loads(path.read_text())["cells"]:
            if cell["id"] in ids:
                exec("".join(cell["source"]), names)
    return names


@pytest.fixture
def shown(lab, monkeypatch):
    """What the searches draw: a list of the arguments of `show`."""
    drawn = []
    for name in ("small_runs", "small_drawings"):
        monkeypatch.setattr(lab[name], "show", lambda *arguments: drawn.append(arguments))
    return drawn


@pytest.mark.parametrize(("size", "count"), [(1, 5), (2, 55), (3, 925)])
def test_each_graph_of_sines_products_and_sums_comes_once(lab, size, count):
    """There are 5, 55 and 925 of them with two leaves."""
    operations = ("sin", "mul", "add")
    programs = list(lab["small_graphs"].programs(size, operations, ("w", "v")))
    assert len(programs) == len(set(programs)) == count


def test_a_program_is_written_as_a_line_of_python(lab):
    texts = [lab["small_graphs"].text_of(program) for program in lab["small_runs"].all_cases()]
    assert texts[0] == "y = sin(w)"
    assert "a = sin(w); y = a * a" in texts
    assert "a1, a2 = sin_and_cos(w); y = a2" in texts
    assert "y = (w * w) * sin(sin(sin(w)))" in texts
    assert len(set(texts)) == len(texts)


def test_the_right_drawing_is_the_real_graph(lab, answers):
    drawings = lab["drawing_checks"]
    module = lab["small_drawings"]
    for program in module.all_cases():
        leaves = lab["small_graphs"].fresh_leaves(program, module.NUMBERS)
        output, _ = lab["small_graphs"].run(program, leaves)
        numbers = {}
        mine, real = [
            drawings.fingerprint(graph.kinds, graph.edges, numbers)
            for graph in (module.graph_of(program), answers["real_graph"](output))
        ]
        assert mine == real, lab["small_graphs"].text_of(program)


def test_the_reference_solutions_are_right_on_all_small_graphs(lab, answers, shown, capsys):
    lab["small_runs"].smallest(answers["run_backward"])
    lab["small_drawings"].smallest(answers["visualize_autograd_graph"])
    of_runs, of_drawings = capsys.readouterr().out.splitlines()
    assert of_runs == (
        f"run_backward is right on all {len(lab['small_runs'].all_cases()):,} cases. "
        "Larger graphs, other operations and other shapes were not tried."
    )
    assert of_drawings.startswith("visualize_autograd_graph is right on all ")
    assert not shown


def test_the_smallest_mistake_is_said_and_drawn_with_the_visits(lab, answers, shown, capsys):
    lab["small_runs"].smallest(answers["run_at_once"])
    first, sentence = capsys.readouterr().out.splitlines()
    assert first.startswith("The smallest case on which run_backward is wrong, number ")
    assert sentence == (
        "a = sin(w); y = a * a, with w = (0.3, 1.1): operations that ran: expected 2, got 3."
    )
    ((dot, order),) = shown
    assert order == ["1", "0", "w", "0", "w"]
    assert 'label="sin\\nvisit 2, 4"' in dot and dot.count("->") == 3


def test_the_search_of_the_judge_holds_the_sample(lab):
    """Otherwise, the check of the sample could fail, and the search find nothing."""
    runs = lab["small_runs"]
    assert set(runs.sample()) <= set(runs.graded_cases()) < set(runs.all_cases())
    assert runs.graded_cases()[: runs.FIRST] == runs.all_cases()[: runs.FIRST]


def test_what_an_engine_prints_is_not_shown_with_its_picture(lab, answers, shown, capsys):
    def prints(output):
        print("visiting")
        answers["run_at_once"](output)

    lab["small_runs"].smallest(prints)
    assert "visiting" not in capsys.readouterr().out
    ((_, order),) = shown
    assert order == ["1", "0", "w", "0", "w"]


def test_the_picture_of_an_engine_that_draws_at_random_does_not_move_the_numbers(
    lab, answers, shown, capsys
):
    import torch

    def draws(output):
        torch.rand(1)
        answers["run_at_once"](output)

    torch.manual_seed(1)
    before = torch.rand(1)
    torch.manual_seed(1)
    lab["small_runs"].smallest(draws)
    assert shown and torch.equal(torch.rand(1), before)


def test_a_sentence_on_a_drawing_holds_no_address(lab, capsys, shown):
    import graphviz

    def draws_texts(output):
        dot = graphviz.Digraph()
        dot.node("0", type(output.grad_fn).__name__)
        for after, _ in output.grad_fn.next_functions:
            dot.node(str(id(after)), f"a node: {object()!r}")
            dot.edge("0", str(id(after)))
        return dot

    lab["small_drawings"].smallest(draws_texts)
    said = capsys.readouterr().out
    assert "<object object>" in said and "0x" not in said


def test_the_smallest_wrong_drawing_and_the_right_graph_have_titles(lab, answers, shown):
    def draws_one_edge_less(output):
        dot = answers["visualize_autograd_graph"](output)
        edge = next(line for line in dot.body if "->" in line)
        dot.body.remove(edge)
        return dot

    lab["small_drawings"].smallest(draws_one_edge_less)
    titles = [re.findall('label="([^"]*)" labelloc', dot)[-1] for (dot,) in shown]
    assert titles == [r"Your drawing\ndashed: missing", "The right graph"]


def test_a_function_that_hangs_ends_in_a_sentence(lab, shown, capsys):
    def hangs(output):
        while True:
            pass

    lab["small_runs"].smallest(hangs)
    assert "it ran 20,000 lines and did not end." in capsys.readouterr().out


def test_an_answer_that_hangs_on_the_twentieth_case_is_stopped_there(lab, answers):
    """The search goes on to it, and what it returns is plain data."""
    runs = lab["small_runs"]
    twentieth = runs.all_cases()[19]
    calls = []

    def hangs(output):
        calls.append(output)
        # Each of the graphs before is run twice.
        while len(calls) > 2 * 19:
            pass
        answers["run_backward"](output)

    number, record, names = runs.watch_smallest(hangs)
    assert runs.all_cases()[number] == twentieth
    assert record == "it ran 20,000 lines and did not end."
    assert names == []


def test_the_judge_says_and_draws_the_smallest_graph_from_numbers(lab, answers):
    runs = lab["small_runs"]
    plain = json.loads(json.dumps(runs.watch_smallest(answers["run_at_once"])))
    with pytest.raises(AssertionError) as failed:
        runs.check_smallest(lambda _: plain, answers["run_at_once"])
    assert str(failed.value) == (
        "a = sin(w); y = a * a, with w = (0.3, 1.1): operations that ran: expected 2, got 3."
    )
    assert 'label="sin\\nvisit 2, 4"' in failed.value.picture


def test_the_judge_shows_the_smallest_wrong_drawing_and_the_right_one(lab):
    import graphviz

    drawings = lab["small_drawings"]

    def draws_one_node(output):
        dot = graphviz.Digraph()
        dot.node("0", type(output.grad_fn).__name__)
        return dot

    with pytest.raises(AssertionError) as failed:
        drawings.check_smallest(drawings.watch_smallest, draws_one_node)
    assert str(failed.value).startswith("y = sin(w): ")
    assert "SinBackward0" in failed.value.picture
    assert failed.value.right.count("->") == 1


def test_a_right_answer_fails_nothing_in_the_search_of_the_judge(lab, answers):
    runs = lab["small_runs"]
    runs.check_smallest(runs.watch_smallest, answers["run_backward"])


@pytest.mark.parametrize("execution", ["autograde", "validate"])
def test_nothing_is_searched_while_a_notebook_is_graded(lab, monkeypatch, capsys, execution):
    monkeypatch.setenv("NBGRADER_EXECUTION", execution)
    lab["small_runs"].smallest(None)
    assert "is not searched while" in capsys.readouterr().out


def test_an_answer_that_is_not_written_is_not_searched(lab, capsys):
    def stub(output):
        raise NotImplementedError("This part is not written yet. When it is, delete this line.")

    lab["small_runs"].smallest(stub)
    assert capsys.readouterr().out == "run_backward is not written yet.\n"
