"""The files beside the notebooks: what their checks accept, and what they say.

Expected messages are written out; graphs are made by hand or by the package graphviz.
"""

import ast
import itertools
import json
import re

import graphviz
import numpy as np
import pytest
import torch
from IPython.core.interactiveshell import InteractiveShell
from support.notebook_imports import importing
from support.paths import SOURCE


@pytest.fixture(scope="module")
def lab():
    """Modules of the lab, by the last part of their names."""
    checks = ("answer_checks", "by_hand", "drawing_checks", "student_side")
    with importing(SOURCE / "autograd") as load:
        modules = {name: load(name) for name in ("drawings", "memory", "show")}
        yield modules | {name: load(f"checks.{name}") for name in checks}


def said(lab, check, *arguments, **options):
    """The sentence with which a check fails."""
    with pytest.raises(lab["show"].CheckFailed) as error:
        check(*arguments, **options)
    return str(error.value)


# ---- tensors ----------------------------------------------------------------------------------

REAL = torch.tensor([[1.0, 2.0], [3.0, 4.5]], dtype=torch.float64)


@pytest.mark.parametrize(
    ("got", "sentence"),
    [
        (REAL / 4, "g[0][0, 0]: expected 1, got 0.25. It is 4 times too small."),
        (REAL * 2, "g[0][0, 0]: expected 1, got 2. It is 2 times too large."),
        (-REAL, "g[0][0, 0]: expected 1, got -1. The sign is flipped."),
        (
            REAL.flip(0),
            "g[0][0, 0]: expected 1, got 3. The entries are right, but in the wrong places.",
        ),
        (REAL + 4e-5, "g[0][0, 0]: expected 1, got 1.00004. It is off by 4e-05. Is it rounded?"),
        (REAL**3, "g[0][0, 1]: expected 2, got 8."),
        (REAL * torch.nan, "g[0][0, 0]: expected 1, got nan."),
        (REAL[:1], "g[0].shape: expected (2, 2), got (1, 2)."),
        (None, "g[0]: expected a tensor, got None. There is a gradient here."),
        (REAL.numpy(), "g[0]: expected a tensor, got a NumPy array."),
        (3, "g[0]: expected a tensor, got an int."),
    ],
    ids=lambda value: None if isinstance(value, str) else type(value).__name__,
)
def test_a_wrong_gradient_is_told_with_both_numbers(lab, got, sentence):
    assert said(lab, lab["answer_checks"].check_gradient, (got,), 0, [REAL], "g") == sentence


def test_a_transposed_gradient_is_told(lab):
    wide = torch.rand(2, 3)
    sentence = said(lab, lab["answer_checks"].check_gradient, (wide.T,), 0, [wide], "g")
    assert sentence == "g[0].shape: expected (2, 3), got (3, 2). It is the transpose."


def test_another_type_of_number_is_a_mistake_only_where_it_is_judged(lab):
    check = lab["answer_checks"].check_gradient
    check([REAL.float()], 0, [REAL], "g")
    assert "got torch.float32" in said(lab, check, (REAL.float(),), 0, [REAL], "g", exact_type=True)


def test_the_hooks_of_the_checks_are_those_of_a_layer(lab):
    path = SOURCE / "autograd/1-backward-hooks.ipynb"
    cells = {cell["id"]: "".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]}
    exec(cells["test-predict_module_hook-tools"], namespace := {})
    weight, bias, x, grad_y = lab["answer_checks"].make_case(n_out=2, n_in=3, batch=4, seed=5)
    ((grad_x,), (arrives,)), (of_inputs, _) = namespace["real_hooks"](weight, bias, x, grad_y)
    assert torch.allclose(grad_x, grad_y @ weight) and torch.equal(arrives, grad_y)
    assert [tuple(gradient.shape) for gradient in of_inputs] == [(2,), (4, 3), (3, 2)]


def test_an_answer_that_asks_pytorch_to_differentiate_is_told_so(lab):
    case = lab["answer_checks"].make_case(n_out=2, n_in=3, batch=4, seed=5)
    beside = lab["student_side"].without_autograd

    def by_backward(weight, bias, x, grad_y):
        x.requires_grad_()
        (x @ weight.T + bias).backward(grad_y)
        return (x.grad,), (grad_y,)

    def broken(weight, bias, x, grad_y):
        raise KeyError("of the learner's own")

    def by_hand(weight, bias, x, grad_y):
        return (grad_y @ weight,), (grad_y,)

    assert "asks PyTorch to differentiate" in said(
        lab, lab["answer_checks"].ask_pair, beside, by_backward, case
    )
    with pytest.raises(KeyError):
        lab["answer_checks"].ask_pair(beside, broken, case)
    assert len(lab["answer_checks"].ask_pair(beside, by_hand, case)) == 2


def test_an_answer_that_does_not_look_at_grad_y_is_told_so(lab):
    case = lab["answer_checks"].make_case(n_out=2, n_in=3, batch=4, seed=5)
    check, beside = lab["answer_checks"].check_moves, lab["student_side"].without_autograd
    check(beside, lambda weight, bias, x, grad_y: ((grad_y @ weight,), (grad_y,)), case, "g")
    sentence = said(lab, check, beside, lambda w, b, x, g: ((x @ w.T @ w,), (g,)), case, "g")
    assert sentence.startswith("Your g stays the same when grad_y changes.")


def test_an_answer_made_for_one_loss_is_told_so(lab):
    case = weight, bias, x, grad_y = lab["answer_checks"].make_case(
        n_out=2, n_in=3, batch=4, seed=5
    )
    check, y = lab["answer_checks"].check_own_loss, x @ weight.T + bias
    check([grad_y @ weight], case, lambda arrives: [arrives @ weight], "g")
    assert "belongs to one loss only" in said(
        lab, check, [2 * y @ weight], case, lambda arrives: [arrives @ weight], "g"
    )
    assert "the output y itself" in said(lab, check, [y], case, lambda arrives: [arrives], "g")


def test_tensors_that_changed_places_are_told(lab):
    check, names = lab["answer_checks"].check_not_swapped, ["inside", "outside"]
    want = [[torch.ones(2), torch.rand(2, 3), torch.rand(3, 2)], [torch.rand(4, 2)]]
    check(want, want, names)
    assert said(lab, check, want[::-1], want, names).startswith(
        "The two tuples are swapped; inside"
    )
    turned = [want[0][::-1], want[1]]
    assert said(lab, check, turned, want, names).startswith(
        "All tensors of inside are there, but not in the order"
    )
    check([[torch.ones(2)], None], want, names)


# ---- records ----------------------------------------------------------------------------------

WANT = [("b", 1.5, 2.0), ("a", None, 0.0), ("b", 0.25, 4.0)]


def test_the_records_that_are_wanted_pass_in_any_order(lab):
    lab["answer_checks"].check_order(WANT, ["b", "a", "b"], "A net")
    lab["answer_checks"].check_sums([WANT[1], WANT[0], WANT[2]], WANT, "A net")


@pytest.mark.parametrize(
    ("records", "sentence"),
    [
        (
            [("b", 3.0, 2.0)],
            "grad_input_sum of 'b': expected 1.5, got 3. It is 2 times too large.",
        ),
        ([("b", 1.5, None)], "expected 2, got None. There is a gradient here."),
        ([("b", 2.0, 1.5)], "grad_input_sum, of what leaves the layer, comes first."),
        (
            [WANT[0], ("a", 0.0, None)],
            "the two sums of 'a' are swapped. grad_input_sum, of what "
            "leaves the layer, comes first.",
        ),
        ([("b", None, 2.0)], "expected 1.5, got None. There is a gradient here."),
        ([("b", 1.5001, 2.0)], "expected 1.5, got 1.5001. It is off by 0.0001. Is it rounded?"),
        ([WANT[0], ("a", 0.0, 0.0)], "expected None, got 0. There is no gradient here."),
        ([WANT[0], ("a", None, None)], "expected 0, got None. There is a gradient here."),
        ([WANT[0], WANT[1]], "fewer records of 'b' than calls of its hook."),
        ([*WANT, WANT[0]], "more records of 'b' than calls of its hook."),
    ],
)
def test_a_wrong_sum_is_told(lab, records, sentence):
    assert said(lab, lab["answer_checks"].check_sums, records, WANT, "A net").endswith(sentence)


def test_none_beside_a_wrong_number_is_not_called_swapped(lab):
    # The number costs its points in another check, so only the None is told here.
    sentence = said(
        lab, lab["answer_checks"].check_sums, [("b", 7.0, None)], WANT, "A net", numbers=False
    )
    assert "of 'b': expected 2, got None." in sentence


def test_rounding_is_forgiven_where_it_is_judged_elsewhere(lab):
    rounded = [("b", 1.5001, 2.0), *WANT[1:]]
    lab["answer_checks"].check_sums(rounded, WANT, "A net", exact=False)
    doubled = [("b", 3.0, 2.0), *WANT[1:]]
    assert "2 times" in said(
        lab, lab["answer_checks"].check_sums, doubled, WANT, "A net", exact=False
    )


@pytest.mark.parametrize(
    ("answer", "part"),
    [
        (None, "got None (print shows a value, return hands it back)"),
        ({}, "got a dict"),
        ([], "The list is empty"),
        ([("a", 1.0)], "should hold three values"),
        ([(1, 1.0, 1.0)], "expected a str, got an int"),
        ([("a", "one", 1.0)], "A sum in the record of 'a': expected a float, got a str."),
        ([("a", torch.ones(2), 1.0)], "several entries: did you forget .sum()?"),
    ],
    ids=str,
)
def test_a_list_of_another_form_is_told(lab, answer, part):
    assert part in said(lab, lab["answer_checks"].as_records, answer)


def test_a_sum_that_is_near_the_other_one_of_its_record_is_not_called_swapped(lab):
    alike = [("a", 1.0, 1.0001)]
    lab["answer_checks"].check_sums(alike, alike, "A net")
    lab["answer_checks"].check_sums([("a", 2.0, 3.0)], [("a", 3.0, 2.0)], "A net", numbers=False)


def test_a_list_that_is_kept_from_call_to_call_is_a_mistake_of_one_check_only(lab):
    as_records, check = lab["answer_checks"].as_records, lab["answer_checks"].check_no_leftovers
    kept = []
    for call in range(3):
        kept += [("a", float(call), 1.0), ("b", None, 2.0)]
        assert as_records(list(kept)) == [("a", float(call), 1.0), ("b", None, 2.0)]
    assert said(lab, check, [*kept, ("a", 3.0, 1.0)]).startswith("The list still holds the records")
    own = [("a", 4.0, 1.0), ("b", None, 2.0)]
    for _ in range(2):  # a second call of a right answer returns the same
        check(own)
        assert as_records(own) == own
    check(None)


def test_a_tensor_with_one_entry_is_a_number_but_where_it_is_judged(lab):
    records = [("a", torch.tensor(2.0), np.float32(1.0))]
    assert lab["answer_checks"].as_records(records) == [("a", 2.0, 1.0)]
    assert "got a tensor. Its .item() is" in said(
        lab, lab["answer_checks"].as_records, records, exact_type=True
    )
    assert "got a NumPy float32. Its .item() is" in said(
        lab, lab["answer_checks"].as_records, [("a", np.float32(2), None)], exact_type=True
    )


def test_a_sum_of_a_wrong_type_is_a_mistake_of_the_sums_only(lab):
    as_records = lab["answer_checks"].as_records
    assert as_records([("a", "2.5", 1.0)]) == [("a", 2.5, 1.0)]
    assert "got a str" in said(lab, as_records, [("a", "2.5", 1.0)], exact_type=True)
    assert as_records([("a", torch.ones(2), "one")], sums=False) == [("a", None, None)]


def test_a_wrong_number_of_tensors_is_judged_only_where_it_counts(lab):
    check, want = lab["answer_checks"].check_gradient, (REAL, REAL.T, 2 * REAL)
    for mine in (want[:2], (*want, None)):
        check(mine, 1, want, "g", counted=False)
        assert f"len(g): expected 3, got {len(mine)}." in said(lab, check, mine, 1, want, "g")
    told = said(lab, check, want[:1], 1, want, "g", counted=False)
    assert told == "g has nothing at position 1."


def test_a_number_of_numpy_that_is_a_python_float_is_one(lab):
    records = [("a", np.float64(2.0), np.float64(1.0))]
    assert lab["answer_checks"].as_records(records, exact_type=True) == [("a", 2.0, 1.0)]


def test_the_order_of_forward_is_told(lab):
    check = lab["answer_checks"].check_order
    assert "order of forward" in said(lab, check, ["a", "b"], ["b", "a"], "A net")
    assert "number of records: expected 2, got 1." in said(lab, check, ["a"], ["b", "a"], "A net")
    assert "no child of the network is called 'c'" in said(lab, check, ["c"], ["a"], "A net")


# ---- outputs and counts -----------------------------------------------------------------------


def test_outputs_that_are_no_tensor_with_a_graph_are_told(lab):
    check, w = lab["answer_checks"].check_output, torch.ones(1, requires_grad=True)
    check(w.exp())
    assert said(lab, check, w.exp().grad_fn) == "Return the tensor itself, not its grad_fn."
    assert said(lab, check, w) == "This tensor is a leaf: no recorded operation made it."
    with torch.no_grad():
        unrecorded = w.exp()
    for tensor in (unrecorded, w.detach(), torch.ones(1).exp()):
        said_of_it = said(lab, check, tensor)
        assert said_of_it == "This tensor has no graph: it does not require grad."
    assert "got a ReLU" in said(lab, check, torch.nn.ReLU())


def test_counts_are_exact_and_whole_where_it_is_judged(lab):
    check = lab["answer_checks"].check_count
    check(6.0, 6, "n = 2")
    assert "16 digits" in said(lab, check, 6.0, 6, "n = 2", exact_type=True)
    assert "got None" in said(lab, check, None, 6, "n = 2")
    assert "got a bool" in said(lab, check, True, 1, "n = 2")
    whole = said(lab, check, np.int64(6), 6, "n = 2", exact_type=True)
    assert whole == "n = 2: expected an int, got a NumPy int64."


@pytest.mark.parametrize(
    ("n", "number", "end"),
    [
        (
            2,
            4,
            "the number of edges drawn with the visited set, or of those on the last level only.",
        ),
        (40, 80, "got 80. That is the number of edges drawn with the visited set."),
        (5, 32, "That is the number of arrows into the leaf, on the last level only."),
        (5, 63, "That is the number of visits, of which the first one comes along no edge."),
        (5, 64, "two too many."),
        (54, int(2.0**55 - 2), "It was a float along the way, and floats have about 16 digits."),
        (54, 2**55 - 3, "expected 36028797018963966, got 36028797018963965."),
    ],
)
def test_a_wrong_count_is_told_by_what_it_counts(lab, n, number, end):
    told = said(lab, lab["answer_checks"].check_count, number, 2 ** (n + 1) - 2, f"n = {n}")
    assert told.endswith(end)


def test_a_count_that_fails_at_zero_is_told(lab):
    def endless(n):
        return 2 if n == 1 else 2 + 2 * endless(n - 1)

    told = said(lab, lab["answer_checks"].ask_for_none, endless)
    assert told.startswith("n = 0: your function fails with RecursionError.")
    assert lab["answer_checks"].ask_for_none(lambda n: n) == 0


# ---- drawings ---------------------------------------------------------------------------------

GRAPH = 'digraph { m [label="MulBackward0"]  e [label="ExpBackward0"]  a [label="(4, 3)"] '
GRAPH += "m -> e  m -> e  e -> a }"


def drawn(**changes):
    """The drawing of GRAPH by the package graphviz, with other attributes of its leaf."""
    dot = graphviz.Digraph()
    dot.node("1", "MulBackward0")
    dot.node("2", "ExpBackward0")
    look = {"label": "(4, 3)", "style": "filled", "fillcolor": "lightblue"} | changes
    dot.node("3", **{key: value for key, value in look.items() if value})
    dot.edges(["12", "12", "23"])
    return dot


def judge(lab, dot):
    drawings = lab["drawing_checks"]
    drawings.check_counts(dot, operations=2, leaves=1, edges=3)
    drawings.check_labels(dot, ["MulBackward0", "ExpBackward0", (4, 3)], "It")
    drawings.check_drawing(dot, GRAPH, "It", judged=["direction", "once"])


def test_a_right_drawing_passes(lab):
    judge(lab, drawn())


@pytest.mark.parametrize(
    "line",
    [
        '\tlabel="MulBackward0 -> lightblue"\n',
        '\tgraph [label="a -> b" bgcolor=lightblue]\n',
        "\tedge [color=lightblue label=SumBackward0]\n",
        "\t// x -> y [label=AddBackward0]\n",
        "\t/* x -> y\n z -> AddBackward0 [fillcolor=lightblue] */\n",
        "# x -> y\n",
        "\t{rank=same; 1; 2}\n",
        "\t{rank=same 1 2}\n",
        "\tsubgraph cluster_1 { color=lightblue; label=Backward; 1; 2 }\n",
    ],
)
@pytest.mark.parametrize("first", [True, False], ids=["first", "last"])
def test_statements_that_draw_no_node_or_edge_do_not_count(lab, line, first):
    dot = drawn()
    dot.body.insert(0 if first else len(dot.body), line)
    judge(lab, dot)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("\t{rank=same; 1; 2\n", "a brace is not closed"),
        ("\t{rank=same; ; }\n", "';' is in the place where a statement begins"),
        ("}\n", "something follows the last brace"),
        ("\t1 -> { ['2', '3'] }\n", '"\'" has no place in DOT text'),
        ("\t1 [label=<<i>a -> b</i>>]\n", "'>' has no place in DOT text"),
        ('\t1 [tooltip="a]\n', "'\"' has no place in DOT text"),
    ],
)
def test_what_graphviz_refuses_is_told(lab, line, sentence):
    dot = drawn()
    dot.body.append(line)
    with pytest.raises(graphviz.CalledProcessError):
        dot.pipe("svg", quiet=True)
    said_of_it = said(lab, lab["drawing_checks"].check_counts, dot, 2, 1, 3)
    assert said_of_it == f"Graphviz cannot read your drawing: {sentence}."


@pytest.mark.parametrize(
    "label",
    [
        "(4, 3)",
        "(4, 3) [2]",
        "4x3",
        "4 × 3",  # noqa: RUF001
        "[4, 3]",
        "torch.Size([4, 3])",
        "layer1.weight\n(4, 3)",
        "(4, 3)\n(0, 1, 2)",
    ],
)
def test_a_shape_may_be_written_in_many_ways(lab, label):
    judge(lab, drawn(label=label))


@pytest.mark.parametrize(
    "look",
    [
        {"fillcolor": "#ADD8E6"},
        {"fillcolor": None, "color": "lightblue"},
        {"style": "rounded,filled", "shape": "box"},
        {"fillcolor": "LightBlue"},
    ],
    ids=str,
)
def test_what_graphviz_fills_light_blue_is_light_blue(lab, look):
    judge(lab, drawn(**look))


@pytest.mark.parametrize(
    "look",
    [{"style": None}, {"style": "fill"}, {"fillcolor": "blue"}, {"fillcolor": None}],
    ids=str,
)
def test_what_graphviz_does_not_fill_light_blue_is_told_once(lab, look):
    dot = drawn(**look)
    assert "not filled light blue" in said(lab, lab["drawing_checks"].check_counts, dot, 2, 1, 3)
    lab["drawing_checks"].check_drawing(dot, GRAPH, "It", judged=["direction", "once"])


def test_saved_tensors_that_are_drawn_as_nodes_are_called_so(lab):
    dot = drawn()
    dot.node("saved", "self\n(4, 3)", style="filled", fillcolor="orange")
    dot.edge("1", "saved", dir="none")
    counts = said(lab, lab["drawing_checks"].check_counts, dot, 2, 1, 3)
    drawing = said(lab, lab["drawing_checks"].check_drawing, dot, GRAPH, "It")
    assert "1 node with a shape that is not a leaf, such as (4, 3)." in counts
    assert "Are these saved tensors?" in counts and "Are these saved tensors?" in drawing


def test_an_arrow_at_both_ends_is_not_called_a_line(lab):
    dot = drawn()
    dot.attr("edge", dir="both")
    dot.edge("1", "2")
    assert "at both ends" in said(lab, lab["drawing_checks"].check_counts, dot, 2, 1, 4)


def test_a_node_that_stands_for_nothing_is_told_once(lab):
    dot = drawn()
    dot.node("output")
    dot.edge("output", "1")
    sentence = "It: The node 'output' stands for nothing in the graph."
    assert said(lab, lab["drawing_checks"].check_labels, dot, ["MulBackward0"], "It") == sentence
    lab["drawing_checks"].check_drawing(dot, GRAPH, "It")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda t: t.replace("1 -> 2", "2 -> 1").replace("2 -> 3", "3 -> 2"),
            "The edges run against the gradient",
        ),
        (lambda t: t.replace("2 -> 3", "3 -> 2"), "The leaves' edges run against the gradient"),
        (lambda t: t.replace("2 -> 3", "1 -> 3"), "some edge joins the wrong nodes"),
        (lambda t: t.replace("\t2 -> 3\n", ""), "got 2. ExpBackward0 -> (4, 3) is missing."),
        (
            lambda t: t.replace("2 -> 3", "2 -> 3 [style=invis]"),
            "Edges in your drawing: expected 3, got 2.",
        ),
        (lambda t: t.replace("2 -> 3", "3 -> 2 [dir=back]"), None),
        (lambda t: t.replace("2 -> 3", "2 -> 3 [dir=back]"), "The leaves' edges run against"),
        (lambda t: t.replace("1 -> 2", "edge [arrowhead=none] 1 -> 2"), "have no direction"),
        (
            lambda t: t.replace("2 -> 3", "2 -> 3  2 -> 3"),
            "expected 3, got 4. ExpBackward0 -> (4, 3) is drawn too often.",
        ),
        (lambda t: t.replace("digraph", "strict digraph"), "draws two edges"),
        (lambda t: t.replace("digraph", "graph").replace("->", "--"), "have no direction"),
        (lambda t: t + "", None),
    ],
    ids=[
        "against",
        "leaves against",
        "wrong nodes",
        "too few",
        "invisible",
        "back",
        "back against",
        "headless",
        "twice",
        "strict",
        "lines",
        "right",
    ],
)
def test_a_wrong_structure_is_told(lab, change, sentence):
    class Drawn:
        source = change(drawn().source)

    options = {"judged": ["direction", "once"]}
    if sentence is None:
        lab["drawing_checks"].check_drawing(Drawn, GRAPH, "It", **options)
    else:
        check = lab["drawing_checks"].check_drawing
        assert sentence in said(lab, check, Drawn, GRAPH, "It", **options)


def test_a_node_written_down_twice_is_told_where_it_is_judged(lab):
    dot = drawn()
    dot.node("2", "ExpBackward0")
    lab["drawing_checks"].check_drawing(dot, GRAPH, "It")
    sentence = said(lab, lab["drawing_checks"].check_drawing, dot, GRAPH, "It", judged=["once"])
    assert sentence == "It: One node is written 2 times; each should be written once."


def test_the_picture_comes_with_the_sentence(lab):
    with pytest.raises(lab["show"].CheckFailed) as error:
        lab["drawing_checks"].check_counts(drawn(), 3, 1, 3)
    assert error.value.picture == drawn().source


def test_the_right_graph_is_shown_only_where_the_cell_holds_it(lab, monkeypatch):
    """Text stands in a check that students see. A graph that was walked belongs to a hidden one."""
    show, drawings = lab["show"], lab["drawings"]
    wrong = graphviz.Source(drawn().source.replace("2 -> 3", "1 -> 3"))
    for graph, right in ((GRAPH, True), (drawings.read_dot(GRAPH), False)):
        with pytest.raises(show.CheckFailed) as error, show.naming("A case"):
            lab["drawing_checks"].check_drawing(wrong, graph, "It")
        assert str(error.value).startswith("A case: It: ")
        assert bool(error.value.right) == right
        shell, shown = InteractiveShell(), []
        monkeypatch.setattr(show, "get_ipython", lambda shell=shell: shell)
        shell.user_ns["show"] = shown.append
        error.value._render_traceback_()
        shell.events.trigger("post_execute")
        title = '{ label="Your drawing" labelloc=t'
        mine = error.value.picture
        assert shown[0] == (mine.replace("{", title, 1) if right else mine)
        assert len(shown) == 1 + right
        for text in shown[1:]:
            again, m, e, a = drawings.read_dot(text), "0", "1", "2"
            assert 'label="The right graph"' in text and again.blue == {a}
            assert again.edges == [(m, e), (m, e), (e, a)]


@pytest.mark.parametrize(
    ("old", "new", "red", "dashed"),
    [
        ("2 -> 3", "2 -> 3\n2 -> 3", ["1 -> 2"], []),
        ("2 -> 3", "1 -> 3", ["0 -> 2"], ["1 -> 2"]),
        ("2 -> 3", "3 -> 2", ["2 -> 1"], []),
        ("\t2 -> 3\n", "", [], ["1 -> 2"]),
        ("\t1 -> 2\n\t1 -> 2\n", "", [], ["0 -> 1", "0 -> 1"]),
        ("\t2 -> 3\n", "\t3 [label=anything]\n\t3 -> 2\n", [], []),
    ],
    ids=["too often", "wrong nodes", "against", "too few", "both", "another label"],
)
def test_wrong_edges_are_red_and_missing_ones_dashed(lab, old, new, red, dashed):
    text = drawn().source
    assert old in text
    with pytest.raises(lab["show"].CheckFailed) as error:
        lab["drawing_checks"].check_drawing(
            graphviz.Source(text.replace(old, new)), GRAPH, "It", judged=["direction"]
        )
    lines = error.value.picture.splitlines()
    marked = [line for line in lines if "color=red" in line]
    assert [line.split(" [")[0] for line in marked if "style=dashed" not in line] == red
    assert [line.split(" [")[0] for line in lines if "style=dashed" in line] == dashed
    title = [line for line in lines if line.startswith("label=")]
    assert bool(title) == bool(red or dashed)
    assert ("red:" in "".join(title)) == bool(red)
    assert ("dashed:" in "".join(title)) == bool(dashed)
    again, kept = lab["drawings"].read_dot(error.value.picture), text.replace(old, new)
    assert (len(again.kinds), len(again.edges)) == (3, kept.count("->") + len(dashed))


TWO_LAYERS = """digraph {
    sigmoid [label="SigmoidBackward0"] relu [label="ReluBackward0"]
    layer1 [label="AddmmBackward0"] turn1 [label="TBackward0"]
    layer2 [label="AddmmBackward0"] turn2 [label="TBackward0"]
    weight1 [label="(3, 3)"] bias1 [label="(3,)"] weight2 [label="(3, 3)"] bias2 [label="(3,)"]
    sigmoid -> layer2 layer2 -> bias2 layer2 -> relu layer2 -> turn2 turn2 -> weight2
    relu -> layer1 layer1 -> bias1 layer1 -> turn1 turn1 -> weight1 }"""


@pytest.mark.parametrize("shape", [(3, 3), (4, 3)], ids=str)
@pytest.mark.parametrize("order", [1, -1], ids=["as written", "backwards"])
def test_edges_between_labels_that_occur_twice_are_marked(lab, shape, order):
    """One or two edges are missing, or one leads elsewhere; with the marks, it is the right graph.

    The nodes are written in both orders, to show that the order decides nothing.
    """
    checks, read = lab["drawing_checks"], lab["drawings"].read_dot
    text = TWO_LAYERS.replace('weight2 [label="(3, 3)"]', f'weight2 [label="{shape}"]')
    nodes, edges = re.findall(r"\w+ \[.*?\]", text)[::order], re.findall(r"\w+ -> \w+", text)
    graph = read(text)
    some = [*itertools.combinations(edges, 1), *itertools.combinations(edges, 2)]
    unsure = 0
    for missing, added in itertools.product(some, [(), ("relu -> bias2",)]):
        kept = [edge for edge in edges if edge not in missing]
        mine = read("\n".join(["digraph {", *nodes, *kept, *added, "}"]))
        lines = checks.with_marked_edges(mine, graph).splitlines()
        looks = [re.findall("color=red|dashed]", line) for line in lines]
        assert looks.count(["color=red"]) == len(added), (missing, added)
        if looks.count(["color=red", "dashed]"]) < len(missing):
            assert len(missing) + len(added) > 1, missing
            unsure += 1
            continue
        mended = [line for line, look in zip(lines, looks, strict=True) if look != ["color=red"]]
        assert checks.mistake(read("\n".join(mended)), graph) is None, (missing, added)
    assert unsure < 0.1 * len(some), unsure


def test_an_edge_is_not_marked_if_its_labels_do_not_tell_that_it_is_wrong(lab):
    """Two ways of two sines in the graph, of one and three in the drawing."""
    sines = " ".join(f'{name} [label="SinBackward0"]' for name in "abcd")
    text = f'digraph {{ add [label="AddBackward0"] {sines} x [label="(2,)"] '
    graph = f"{text} add -> a -> b -> x add -> c -> d -> x }}"
    crossed = f"{text} add -> a -> b -> d -> x add -> c -> x }}"
    checks, read = lab["drawing_checks"], lab["drawings"].read_dot
    assert "joins the wrong nodes" in checks.mistake(read(crossed), read(graph))
    assert checks.with_marked_edges(read(crossed), read(graph)) == read(crossed).picture


def test_the_right_graph_has_the_order_of_the_drawing(lab):
    """So Graphviz places both pictures alike."""
    checks, read = lab["drawing_checks"], lab["drawings"].read_dot
    mine = read(
        'digraph { a [label="(4, 3)" style=filled fillcolor=lightblue] '
        'b [label="ExpBackward0"] c [label="MulBackward0"] b -> a c -> b }'
    )
    right = checks.ordered_like(mine, read(GRAPH))
    assert [*right.kinds.values()] == [*mine.kinds.values()]
    drawn_kinds, right_kinds = (
        [(graph.kinds[tail], graph.kinds[head]) for tail, head in graph.edges]
        for graph in (mine, right)
    )
    assert right_kinds == [*drawn_kinds, drawn_kinds[1]]  # the missing one comes last


def test_the_right_graph_has_the_order_of_the_drawing_if_labels_occur_twice(lab):
    checks, read = lab["drawing_checks"], lab["drawings"].read_dot
    real = read(
        'digraph { b1 [label="AddBackward0"] b2 [label="AddBackward0"] w1 [label="(2,)"] '
        'w2 [label="(2,)"] relu [label="ReluBackward0"] '
        "b2 -> relu -> b1 -> w1 b2 -> w2 }"
    )
    mine = read(
        'digraph { 0 [label="AddBackward0"] 1 [label="(2,)"] 2 [label="ReluBackward0"] '
        '3 [label="AddBackward0"] 4 [label="(2,)"] 0 -> 1 0 -> 2 2 -> 3 3 -> 4 }'
    )
    plain = [""] * len(real.edges)
    assert checks.dot_of(checks.ordered_like(mine, real), plain) == checks.dot_of(mine, plain)


def test_nodes_that_only_an_edge_names_are_told_and_drawn_without_their_name(lab):
    check, text = lab["drawing_checks"].check_counts, drawn().source
    with pytest.raises(lab["show"].CheckFailed) as error:
        check(graphviz.Source(text.replace("2 -> 3", '2 -> "a\\"7"')), 2, 1, 2)
    assert str(error.value) == (
        "Edges (->) in your drawing: expected 2, got 3. Edges point to 1 node that you never drew."
    )
    assert lab["drawings"].read_dot(error.value.picture).kinds == {
        "1": ("operation", "MulBackward0"),
        "2": ("operation", "ExpBackward0"),
        "3": ("leaf", (4, 3)),
        'a"7': ("stranger", "never drawn"),
    }
    by_type = text.replace("1 -> 2", "1 -> ExpBackward0")
    told = said(lab, check, graphviz.Source(by_type), 2, 1, 3)
    assert told.endswith("Do nodes and edges use the same names?")
    boxed = text.replace("2 -> 3", "2 -> 3\n8 [label=None]\n2 -> 8")
    told = said(lab, check, graphviz.Source(boxed), 2, 1, 3)
    assert told.endswith("The node 'None' stands for nothing in the graph.")


def test_a_drawing_that_grows_from_call_to_call_is_told(lab):
    text = drawn().source
    copies = "".join(line.replace("\t", "\t9", 1) + "\n" for line in text.splitlines()[1:-1])
    both = text.replace("}", copies.replace("-> ", "-> 9") + "}")
    told = said(lab, lab["drawing_checks"].check_counts, graphviz.Source(both), 2, 1, 3)
    assert told.endswith("Twice as many: is something kept from the call before?")
    edges = "".join(f"{line}\n" for line in text.splitlines() if "->" in line)
    doubled = graphviz.Source(text.replace("}", edges + "}"))
    told = said(lab, lab["drawing_checks"].check_counts, doubled, 2, 1, 3)
    assert told.endswith("Twice as many: is each edge drawn twice?")


def test_an_edge_to_none_is_told_where_it_is_judged(lab):
    astray = graphviz.Source(drawn().source.replace("2 -> 3", "2 -> 3\n2 -> 7"))
    check = lab["drawing_checks"].check_drawing
    check(astray, GRAPH, "It")
    told = said(lab, check, astray, GRAPH, "It", judged=["none"])
    assert told == "It: 1 edge leads to a name that no node has. Is it an entry that is None?"


@pytest.mark.parametrize(
    ("dot", "part"),
    [(None, "got None"), ("digraph {}", "not its DOT text"), (3, "got an int")],
)
def test_what_is_no_drawing_is_told(lab, dot, part):
    assert part in said(lab, lab["drawings"].read, dot)


@pytest.mark.parametrize("text", ["digraph {", "digraph { a -> ", "}}}}", "", "a [", "{" * 50])
def test_broken_dot_is_read_to_its_end(lab, text):
    lab["drawings"].read_dot(text)


# ---- with memory and without ------------------------------------------------------------------


def test_a_network_is_compared_by_the_ways_to_its_operations(lab):
    def leaf():
        return torch.ones(2, requires_grad=True)

    def doubled(n):
        t = leaf()
        for _ in range(n):
            t = t + t
        return t

    def in_place():
        h = leaf().exp()
        h += h
        return h

    counts = lab["memory"].edge_counts
    assert counts(lambda: doubled(3)) == (6, 14)
    assert counts(lambda: doubled(60)) == (120, 2**61 - 2)
    assert counts(lambda: leaf().exp().sin()) == (2, 2)
    assert counts(lambda: (w := leaf()) * w) == (2, 2)
    assert counts(in_place) == (3, 4)
    assert counts(lambda: sum(leaf().unbind())) == (4, 5)
    words = lab["memory"].size_in_words
    assert words(lambda: doubled(3)) == (
        "Your graph has 4 nodes; there is a smaller one; a leaf is used more than once."
    )
    assert words(in_place) == "Your graph has 3 nodes."
    assert words(lambda: doubled(2)) == "Your graph has 3 nodes; a leaf is used more than once."
    assert words(lambda: leaf().exp().sin().cos()) == "Your graph has 4 nodes."
    why = lab["memory"].why_the_same
    assert why(lambda: leaf().exp().sin()).endswith("so no node is met twice.")
    assert why(lambda: doubled(1)).endswith("if there is something behind the node.")
    with pytest.raises(ValueError, match="one tensor that has a graph"):
        counts(lambda: torch.ones(2))


def test_both_pictures_are_drawn_and_counted(lab, capsys, monkeypatch):
    pictures = []
    monkeypatch.setattr(lab["memory"], "show", pictures.append)

    def network():
        h = torch.ones(2, requires_grad=True).exp()
        return h + h

    lab["memory"].compare(network)
    assert capsys.readouterr().out == "with the visited set: 3 edges\nwithout it: 4 edges\n"
    assert pictures[0].count("->") == 7 and pictures[0].count("style=filled") == 2


def test_the_given_lines_of_the_drawing_are_those_of_the_notebook(lab):
    path = SOURCE / "autograd/3-autograd-graph.ipynb"
    cells = {cell["id"]: "".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]}
    given = re.sub(
        r"### BEGIN SOLUTION.*### END SOLUTION", "", cells["visualize_autograd_graph"], flags=re.S
    )
    kinds = (ast.Assign, ast.Expr, ast.Return, ast.Raise)
    function = ast.parse(given).body[0]
    lines = [
        ast.get_source_segment(given, node)
        for node in ast.walk(function)
        if isinstance(node, kinds) and not isinstance(getattr(node, "value", None), ast.Constant)
    ]
    assert sorted(lines) == sorted(lab["drawings"].GIVEN_LINES)
