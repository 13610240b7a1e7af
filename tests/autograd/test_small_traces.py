"""All small networks of notebook 2: their records are those of PyTorch's hooks, and the search.

Oracle: full backward hooks on every child, in `tools/maintain/small_traces.py`, which is not
released.
"""

import json

import pytest
import small_traces as records_tool
import torch
from support.notebook_imports import importing
from support.paths import SOURCE


@pytest.fixture(scope="module")
def traces():
    """The module of the lab that holds the networks."""
    with importing(SOURCE / "autograd") as load:
        yield load("checks.small_traces")


@pytest.fixture(scope="module")
def trace_backward():
    """The reference solution."""
    names = {}
    path = SOURCE / "autograd/2-reverse-order.ipynb"
    for cell in json.loads(path.read_text())["cells"]:
        if cell["id"] == "trace_backward":
            exec("".join(cell["source"]), names)
    return names["trace_backward"]


def test_the_stored_records_are_those_of_the_hooks(traces):
    cases = traces.all_cases()
    assert len(traces._lines()) == len(cases)
    for case in cases:
        line = records_tool.line_of(*traces.build(case))
        want = [record.split() for record in line.split("; ")]
        mine = traces.real_records(case)
        assert [name for name, *_ in mine] == [name for name, *_ in want], traces.text_of(case)
        for (_, *numbers), (_, *texts) in zip(mine, want, strict=True):
            for number, text in zip(numbers, texts, strict=True):
                assert (number is None) == (text == "None")
                assert number is None or number == pytest.approx(float(text), rel=1e-7, abs=1e-9)


def test_no_sum_is_so_small_that_a_wrong_one_would_pass(traces):
    """The check compares sums with a tolerance of 0.006, because rounding costs its point above."""
    sums = {abs(number) for case in traces.all_cases() for number in numbers_of(traces, case)}
    assert min(sums - {0}) > 0.1


def numbers_of(traces, case):
    return [number for _, *sums in traces.real_records(case) for number in sums if number]


def test_each_network_is_written_as_a_line_of_python(traces):
    texts = [traces.text_of(case) for case in traces.all_cases()]
    assert len(set(texts)) == len(texts)
    assert texts[0] == "y = linear1(x)"
    assert "y = scale1(2.0, x) (x is data)" not in texts, "nothing is recorded there"
    assert "a = linear1(x); b = tanh1(a); y = linear2(b) (x is data)" in texts
    assert "a, b = waves1(x); y = bilinear1(a, b)" in texts


def test_the_reference_solution_is_right_on_all_small_networks(traces, trace_backward, capsys):
    traces.smallest(trace_backward)
    assert capsys.readouterr().out == (
        f"trace_backward is right on all {len(traces.all_cases())} cases. "
        "Larger networks and other layers were not tried.\n"
    )
    traces.check_small(traces.watch_small, trace_backward)
    traces.check_small_manners(traces.watch_small, trace_backward)


def trace(net, x, children=None, left=lambda gradient: gradient, remove=True):
    """Return the records of a network, wrong in one way that an argument chooses."""
    records = []
    handles = []

    def hook_named(name):
        def hook(module, grad_input, grad_output):
            leaving = left(grad_input[0])
            left_sum = None if leaving is None else leaving.sum().item()
            records.append((name, left_sum, grad_output[0].sum().item()))

        return hook

    for name, child in children or net.named_children():
        handles.append(child.register_full_backward_hook(hook_named(name)))
    net(x).sum().backward()
    for handle in handles if remove else ():
        handle.remove()
    return records


def zero_for_none(net, x):
    return trace(net, x, left=lambda gradient: torch.zeros(1) if gradient is None else gradient)


def inner_layers_too(net, x):
    return trace(net, x, children=[pair for pair in net.named_modules() if pair[0]])


def hooks_stay(net, x):
    return trace(net, x, remove=False)


def forward_order(net, x):
    return trace(net, x)[::-1]


def keeps_the_list(net, x, records=[]):  # noqa: B006
    records += trace(net, x)
    return records


def clears_grad(net, x):
    net.zero_grad()
    return trace(net, x)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (
            zero_for_none,
            "y = scale1(2.0, x): grad_input_sum of 'scale1': expected None, got 0. There is no "
            "gradient here.",
        ),
        (
            inner_layers_too,
            "y = block1(x): no child of the network is called 'block1.0', 'block1.1'.",
        ),
        (
            hooks_stay,
            "y = linear1(x): Hooks on the network after the call: expected 0, got 1.",
        ),
        (keeps_the_list, "y = tanh1(x): the list still holds the records of the call before."),
        (forward_order, "a = linear1(x); y = linear2(a): this is the order of forward."),
        (
            clears_grad,
            "y = linear1(x) (each .grad holds ones before the call): the sum of .grad of "
            "linear1.weight: expected ",
        ),
    ],
)
def test_the_smallest_mistake_is_said(traces, capsys, wrong, sentence):
    traces.smallest(wrong)
    assert sentence in " ".join(capsys.readouterr().out.split())


def test_the_judge_says_the_smallest_network_from_plain_data(traces):
    found = json.loads(json.dumps(traces.watch_smallest(hooks_stay)))
    with pytest.raises(traces.CheckFailed, match=r"y = linear1\(x\): Hooks on the network after"):
        traces.check_smallest(lambda _: found, hooks_stay)


def test_a_loop_without_end_is_a_sentence(traces):
    def hangs(net, x):
        while True:
            pass

    with pytest.raises(traces.CheckFailed, match=r"^y = linear1\(x\): it ran 20,000 lines"):
        traces.check_smallest(traces.watch_smallest, hangs)


def test_records_of_other_cells_are_not_the_smallest_mistake(traces, trace_backward):
    """A list that is kept holds them before the search begins."""
    records = []

    def keeps_what_was_there(net, x):
        return keeps_the_list(net, x, records)

    keeps_what_was_there(*traces.build(traces.all_cases()[5]))
    number, watched = traces.watch_smallest(keeps_what_was_there)
    assert traces.mistake(traces.all_cases()[number], watched).endswith(traces.KEPT)


@pytest.mark.parametrize("wrong", [zero_for_none, inner_layers_too])
def test_the_sample_holds_the_rare_cases(traces, wrong):
    with pytest.raises(traces.CheckFailed):
        traces.check_small(traces.watch_small, wrong)


def test_an_order_that_is_wrong_everywhere_costs_its_points_in_another_check(traces):
    traces.check_small(traces.watch_small, forward_order)


def test_hooks_that_stay_cost_the_point_of_what_is_left_behind(traces):
    traces.check_small(traces.watch_small, hooks_stay)
    with pytest.raises(traces.CheckFailed, match="Hooks on the network"):
        traces.check_small_manners(traces.watch_small, hooks_stay)


def test_the_samples_have_each_mark_and_each_kind_of_child(traces):
    """A step that divides the number of marks would miss some of them."""
    cases = traces.sample()
    kinds = {traces.kind_of(child) for steps, _ in cases for child, *_ in steps}
    assert kinds == {*traces.MAKERS, traces.ADD}
    assert {mark for _, mark in cases} == {traces.PLAIN, *traces.MARKS}
    # The check of what is left behind is smaller.
    marks = {mark for _, mark in traces.sample_of_manners()}
    assert set(traces.MARKS) - marks <= {traces.FROZEN_DATA}


def test_a_list_that_is_kept_costs_the_point_of_another_check(traces):
    """The first call of the sample finds the records of other cells in it."""
    records = []

    def keeps_what_was_there(net, x):
        return keeps_the_list(net, x, records)

    keeps_what_was_there(*traces.build(traces.all_cases()[5]))
    traces.check_small(traces.watch_small, keeps_what_was_there)
