"""The files beside the notebooks of simple-grad do what they say; torch is the oracle."""

import hashlib
import json
import os
import re
import subprocess
import sys
import traceback

import nbformat
import pytest
import torch
from support.notebook_imports import importing
from support.paths import ROOT

SOURCE = ROOT / "source" / "simple-grad"


@pytest.fixture(scope="module")
def beside():
    """The modules beside the notebooks, by name; other assignments have some of the same names."""
    with importing(SOURCE) as load:
        lab = SOURCE / "lab"
        paths = [path for path in lab.rglob("*.py") if path.stem != "__init__"]
        names = {path.stem: path.relative_to(lab).with_suffix("").parts for path in paths}
        yield {stem: load(".".join(parts)) for stem, parts in names.items()}


@pytest.fixture(scope="module")
def engine(beside):
    """The same, with the reference solutions loaded from the notebooks."""
    beside["carry_over"].load_from(str(SOURCE / "1-tape.ipynb"), "add", "grad")
    operators = ("expand_to", "sum_to", "matmul", "relu")
    beside["carry_over"].load_from(str(SOURCE / "2-operators.ipynb"), *operators)
    beside["carry_over"].load_from(str(SOURCE / "3-twice.ipynb"), "exp")
    return beside


PROGRAMS = {
    "all operators": lambda a, b: ((a @ b.T).relu() + (b @ a.T).exp()).sum(),
    "numbers, minus, and a variable in many places": lambda a, b: -(a * 2 - b * a) * (a + 1.5),
    "nothing of b": lambda a, b: a * a,
}


@pytest.mark.parametrize("title", PROGRAMS)
def test_gradients_and_second_gradients_are_those_of_torch(title, engine):
    program = PROGRAMS[title]
    values = dict(zip("ab", engine["reference"].draw((3, 2), (3, 2), seed=1), strict=True))
    norm = engine["helpers"].squared_norm
    outcome = engine["watched_runs"].watched_run(program, values, second_loss=norm, repeat=True)
    torch_gradients = engine["reference"].torch_gradients
    for which, second in [("grads", False), ("again", False), ("second", True)]:
        want = torch_gradients(lambda a, b: program(a, b).sum(), values, second=second)
        for name, gradient in want.items():
            got = outcome[which][name]
            got = torch.zeros_like(gradient) if got is None else got
            torch.testing.assert_close(got, gradient)
    assert outcome["kept"]


def test_shapes_that_broadcast_have_the_gradients_of_torch(engine):
    program = lambda a, b, c: (a * b + b) * c * a  # noqa: E731
    shapes = [(3, 1), (2,), ()]
    values = dict(zip("abc", engine["reference"].draw(*shapes, seed=2), strict=True))
    norm = engine["helpers"].squared_norm
    outcome = engine["watched_runs"].watched_run(program, values, second_loss=norm)
    torch_gradients = engine["reference"].torch_gradients
    for which, second in [("grads", False), ("second", True)]:
        want = torch_gradients(lambda *abc: program(*abc).sum(), values, second=second)
        for name, gradient in want.items():
            torch.testing.assert_close(outcome[which][name], gradient)


def test_the_oracle_agrees_with_numbers_worked_out_by_hand(engine):
    values = {"a": torch.tensor([1.0, 2.0]), "b": torch.tensor([3.0, 4.0])}

    def program(a, b):
        return ((a + b) * b).sum()

    first = engine["reference"].torch_gradients(program, values)
    second = engine["reference"].torch_gradients(program, values, second=True)
    assert [one.tolist() for one in first.values()] == [[3, 4], [7, 10]]
    assert [one.tolist() for one in second.values()] == [[14, 20], [34, 48]]


def test_an_operator_is_tried_out_without_the_others(engine):
    try_operator = engine["tried_operators"].try_operator
    three = {"a": torch.tensor([1.0, 2.0, 4.0])}
    operators = engine["operators"]
    kept = dict(operators.installed_operators)
    operators.install_all({"expand_to": lambda a, shape: 1 / 0})
    try:
        outcome = try_operator(kept["sum_to"], three, torch.tensor(5.0), ())
        assert "expand_to" in operators.locked_operators
    finally:
        operators.locked_operators.clear()
    assert outcome["failed"] is None
    assert outcome["gradients"][0][1].tolist() == [5, 5, 5]
    assert operators.installed_operators == kept


def test_try_operator_knows_where_a_gradient_came_from(engine):
    simple_grad, try_operator = engine["simple_grad"], engine["tried_operators"].try_operator

    def half_frozen(a, b):
        r = simple_grad.Variable(a.value * b.value)
        frozen = simple_grad.Variable(a.value)
        simple_grad.record("mul", [a, b], [r], lambda g: [g[0] * b, g[0] * frozen])
        return r

    values = {"a": torch.tensor(2.0), "b": torch.tensor(3.0)}
    outcome = try_operator(half_frozen, values, torch.tensor(1.0))
    assert [names for _, _, names in outcome["gradients"]] == [["arrived", "b"], ["arrived"]]


def test_calls_tell_order_and_outputs(engine):
    values = {"a": torch.tensor(2.0), "b": torch.tensor(3.0)}
    outcome = engine["watched_runs"].watched_run(lambda a, b: (a + b) * b, values)
    assert outcome["tape"] == [("add", ["a", "b"], ["v0"]), ("mul", ["v0", "b"], ["v1"])]
    assert outcome["calls"] == [[(1, "mul", "g"), (0, "add", "g")]]
    assert outcome["sizes"] == [2, 5]  # two products, and the sum of the two gradients of b


def test_what_was_installed_for_good_is_not_replaced(beside):
    operators = beside["operators"]
    operators.install_all({"add": lambda a, b: "the grader's"})
    try:

        def add(a, b):
            return "the student's"

        kept = dict(operators.installed_operators)
        operators.install(add)
        assert operators.installed("add")(1, 2) == "the grader's"
    finally:
        operators.locked_operators.clear()
        operators.installed_operators.clear()
        operators.installed_operators.update(kept)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda v: v + torch.ones(2), "meets a bare tensor"),
        (lambda v: torch.ones(2) * v, "meets a bare tensor"),
        (lambda v: v * None, "known to be zero"),
        (lambda v: None + v, "known to be zero"),
        (lambda v: v * "2", "cannot be computed with a value of type str"),
    ],
)
def test_a_variable_refuses_what_the_tape_cannot_see(wrong, sentence, engine):
    with pytest.raises(TypeError, match=sentence):
        wrong(engine["simple_grad"].Variable([1.0, 2.0]))


def test_an_operator_that_calls_itself_is_told_so(engine):
    """Also where the shapes are compared, which fails with a RuntimeError, too."""
    parts, operators = engine["simple_grad"], engine["operators"]
    kept = dict(operators.installed_operators)

    def add(a, b):
        return a + b

    operators.install(add)
    try:
        parts.reset_tape()
        with pytest.raises(RecursionError, match="add calls itself: on Variables, an operation"):
            parts.Variable(1.0) + parts.Variable(2.0)
        assert operators.running == []
    finally:
        operators.installed_operators.update(kept)


@pytest.mark.parametrize("where", ["forward", "propagate"])
@pytest.mark.parametrize("runs", ["run", "watched_run"])
def test_a_checkpoint_that_calls_itself_is_told_so(runs, where, engine):
    parts = engine["simple_grad"]
    run = engine["helpers"].run if runs == "run" else engine["watched_runs"].watched_run

    def endless(*inputs):
        if where == "forward":
            endless(*inputs)
        r = parts.Variable(inputs[0].value)

        def propagate(grad_outputs):
            with parts.isolated_tape(keep=True):
                return parts.grad((endless(*inputs) * grad_outputs[0]).sum(), list(inputs))

        parts.record("checkpoint", inputs, [r], propagate)
        return r

    with pytest.raises(RecursionError, match="call itself, in forward or in its propagate, where"):
        run(endless, {"a": torch.tensor([1.0, 2.0])})


def test_a_wanted_variable_from_before_reset_tape_is_told_so(engine):
    """As in an hvp that resets the tape between its two calls of grad."""
    parts = engine["simple_grad"]
    parts.reset_tape()
    x = parts.Variable([1.0, 2.0])
    [slope] = parts.grad((x * x * x).sum(), [x])
    parts.reset_tape()
    second = (slope * parts.Variable([1.0, 0.0])).sum()
    with pytest.raises(ValueError, match="Two Variables have the name v0"):
        parts.grad(second, [x])


def test_a_function_of_variables_refuses_tensors(engine):
    """A numeric_grad that gives f tensors would pass with any f of plain operators."""
    parts = engine["simple_grad"]
    f = engine["wrappers"].of_variables(lambda a: a * a)
    assert f(parts.Variable(3.0)).value == 9
    with pytest.raises(TypeError, match="An input of f: expected a Variable, got a tensor"):
        f(torch.tensor(3.0))


def test_run_returns_the_value_the_gradients_and_the_tape(engine):
    values = {"a": torch.tensor([1.0, 2.0]), "b": torch.tensor([3.0, 4.0])}
    outcome = engine["helpers"].run(lambda a, b: a * a, values)
    assert outcome["value"].tolist() == [1, 4]
    assert outcome["grads"]["a"].tolist() == [2, 4] and outcome["grads"]["b"] is None
    assert [str(entry) for entry in outcome["tape"]] == ["v0 = mul(a, a)", "v1 = sum_to(v0)"]
    with pytest.raises(TypeError, match="The program's result: expected a Variable"):
        engine["helpers"].run(lambda a, b: a.value, values)


def test_a_rule_that_reaches_its_own_entry_is_told_so(engine):
    parts = engine["simple_grad"]
    parts.reset_tape()
    a, r = parts.Variable(1.0, "a"), parts.Variable(2.0, "r")
    parts.record("again", [a], [r], lambda grads: parts.grad(r, [a]))
    with pytest.raises(ValueError, match="again: while its propagate runs, grad has reached"):
        parts.grad(r, [a])


def test_an_output_whose_entry_was_dropped_is_no_input(engine):
    parts = engine["simple_grad"]
    parts.reset_tape()
    a = parts.Variable(1.0, "a")
    with parts.isolated_tape(keep=False):
        r = a * a
    with pytest.raises(ValueError, match=r"was made by another entry \(mul\) already"):
        parts.record("checkpoint", [a], [r], None)


def test_a_list_of_the_wrong_length_is_told_so(engine):
    run, simple_grad = engine["watched_runs"].watched_run, engine["simple_grad"]
    values = {"a": torch.tensor(2.0), "b": torch.tensor(3.0)}

    def one_gradient(loss, wanted):
        simple_grad.tape[0].propagate([simple_grad.Variable(1.0)])

    program = lambda a, b: engine["examples"].sum_and_product(a, b)[0]  # noqa: E731
    with pytest.raises(ValueError, match="was called with: expected 2 gradients, got 1"):
        run(program, values, differentiate=one_gradient)


def test_a_text_with_wrong_indentation_is_told_its_line(engine):
    values = {"a": torch.tensor(2.0)}
    text = "def program(t0):\n    t1 = t0 * t0\n      t2 = t1\n    return [t2]"
    with pytest.raises(ValueError, match="line 3 of your text: unexpected indent"):
        engine["compiling"].run_compiled(lambda *_: text, lambda a: [a * a], values, values)


def test_an_operator_that_is_not_installed_cannot_be_recorded(engine):
    parts, one_node = engine["simple_grad"], engine["one_node"]
    engine["carry_over"].load_from(str(SOURCE / "5-compiler.ipynb"), "needed")
    parts.reset_tape()
    a, b = parts.Variable(1.0, "a"), parts.Variable(2.0, "b")
    before = a * b
    with pytest.raises(LookupError, match="fn uses stopped, which isn't an installed operator"):
        one_node.Recording(engine["examples"].stopped, [a, b])
    assert [entry.operator for entry in parts.tape] == ["mul"]
    assert parts.variables[before.name] is before
    del engine["operators"].installed_operators["needed"]


def test_a_difference_is_two_lines(engine):
    simple_grad = engine["simple_grad"]
    simple_grad.reset_tape()
    simple_grad.Variable(1.0, "a") - simple_grad.Variable(2.0, "b")
    assert [entry.operator for entry in simple_grad.tape] == ["mul", "add"]


def test_zero_times_infinity_is_not_known_to_be_zero(engine):
    """Notebook 2 says it of all slopes that are not finite."""
    parts = engine["simple_grad"]
    parts.reset_tape()
    a, b = parts.Variable(2.0, "a"), parts.Variable(float("inf"), "b")
    a * b
    (entry,) = parts.tape
    to_a, to_b = entry.propagate([parts.Variable(0.0)])
    assert to_a.value.isnan() and to_b.value == 0
    loss = a * a
    b * b  # beside the loss
    assert parts.grad(loss, [b]) == [None]


def test_an_operator_that_makes_a_value_again_reads_its_inputs_then(engine):
    """Notebook 3 says it, and notebook 4 that all Variables are kept until reset_tape()."""
    parts = engine["simple_grad"]
    parts.reset_tape()
    a, b = parts.Variable(2.0, "a"), parts.Variable(3.0, "b")
    r = parts.Variable((a.value + b.value) * b.value)

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        grad_t = grad_r * b
        return [grad_t, grad_t + grad_r * (a + b)]

    parts.record("aggregate", [a, b], [r], propagate)
    b.value.mul_(100)
    to_a, to_b = parts.grad(r, [a, b])
    assert (to_a.value, to_b.value) == (300, 602)  # (3, 8) would be right
    assert parts.variables["a"] is a
    parts.reset_tape()
    assert parts.variables == {}


def test_a_name_stands_for_one_variable(engine):
    simple_grad = engine["simple_grad"]
    simple_grad.reset_tape()
    a = simple_grad.Variable(1.0, "a")
    simple_grad.record("own", [a], [simple_grad.Variable(2.0, "t")], None)
    with pytest.raises(ValueError, match="The name t is on the tape already"):
        simple_grad.record("own", [a], [simple_grad.Variable(2.0, "t")], None)
    with pytest.raises(ValueError, match="Two Variables have the name a"):
        simple_grad.Variable(1.0, "a") * a
    assert len(simple_grad.tape) == 1


def test_shapes_that_broadcast_are_expanded_and_others_are_an_error_in_words(engine):
    simple_grad = engine["simple_grad"]
    simple_grad.reset_tape()
    column, row = simple_grad.Variable([[1.0], [2.0]]), simple_grad.Variable([3.0, 4.0, 5.0])
    assert (column * row).value.tolist() == [[3, 4, 5], [6, 8, 10]]
    assert [entry.operator for entry in simple_grad.tape] == ["expand_to", "expand_to", "mul"]
    with pytest.raises(ValueError, match=r"\(2, 1\) and \(3, 2\) meet in"):
        column + simple_grad.Variable(torch.ones(3, 2))


def test_an_output_that_another_entry_made_is_named_with_that_entry(engine):
    simple_grad = engine["simple_grad"]
    simple_grad.reset_tape()
    a = simple_grad.Variable(1.0, "a")
    product = a * a
    for output, origin in [(product, "was made by another entry (mul)"), (a, "is an input")]:
        with pytest.raises(ValueError, match=re.escape(f"output {output.name} {origin} already")):
            simple_grad.record("own", [a], [output], None)


def test_the_shape_of_a_name_that_is_not_on_the_tape_is_an_error_in_words(engine):
    simple_grad = engine["simple_grad"]
    simple_grad.reset_tape()
    a, b = simple_grad.Variable([1.0, 2.0], "a"), simple_grad.Variable([1.0], "b")
    a * a
    assert simple_grad.shape_of("a") == (2,) and b.shape == (1,)
    with pytest.raises(LookupError, match=r"b isn't on the tape\. To get the shape"):
        simple_grad.shape_of("b")


def test_the_error_of_a_grad_names_its_cause(engine):
    run, simple_grad = engine["watched_runs"].watched_run, engine["simple_grad"]
    values = {"a": torch.tensor(2.0), "b": torch.tensor(3.0)}

    def calls_all(loss, wanted):
        for entry in reversed(list(simple_grad.tape)):
            entry.propagate([None])

    def looks_up(loss, wanted):
        return [{loss.name: loss}[one.name] for one in wanted]

    with pytest.raises(ValueError, match="propagate of mul was called though no gradient has"):
        run(lambda a, b: a * b, values, differentiate=calls_all)
    with pytest.raises(LookupError, match="a is not in your table"):
        run(lambda a, b: a * b, values, differentiate=looks_up)
    with pytest.raises(LookupError, match="b is not in your table"):  # no entry has it
        run(lambda a, b: a * a, values, differentiate=lambda loss, wanted: {}[wanted[1].name])
    with pytest.raises(KeyError, match="elsewhere"):
        run(lambda a, b: a * b, values, differentiate=lambda loss, wanted: {}["elsewhere"])


def sentence_on(engine, differentiate, program=lambda a, b: a * b + b):
    """The sentence of the check on what a grad did with a * b + b."""
    run, checks = engine["watched_runs"].watched_run, engine["tape_checks"]
    values = {"a": torch.tensor(2.0), "b": torch.tensor(3.0)}
    want = {"a": torch.tensor(3.0), "b": torch.tensor(3.0)}
    with pytest.raises(engine["show"].CheckFailed) as error:
        checks.check_run(
            run(program, values, differentiate=differentiate), want, values, "a * b + b"
        )
    return str(error.value)


def test_a_grad_that_calls_no_entry_is_told_of_its_table(engine):
    said = sentence_on(engine, lambda loss, wanted: [None, None])
    said = " ".join(said.split())
    assert "grad called no entry's propagate, though `v1 = add(v0, b)` made the loss" in said
    for part in ("hold before the first entry", "under which key", "begin at the last entry"):
        assert part in said


def test_a_grad_in_the_wrong_direction_is_told_of_the_entry_that_it_misses(engine):
    simple_grad = engine["simple_grad"]

    def forward(loss, wanted):
        arrived = {loss.name: simple_grad.Variable(1.0)}
        for entry in list(simple_grad.tape):
            if entry.outputs[0] in arrived:
                grads = entry.propagate([arrived[entry.outputs[0]]])
                arrived |= dict(zip(entry.inputs, grads, strict=True))
        return [arrived.get(one.name) for one in wanted]

    said = sentence_on(engine, forward).replace("\n", " ")
    assert "grad called `add` and never `mul`, though `mul` made v0" in said


def test_a_grad_that_stops_early_is_told_of_the_entry_and_not_of_its_operator(engine):
    simple_grad = engine["simple_grad"]

    def last_entry(loss, wanted):
        entry = simple_grad.tape[-1]
        arrived = dict(zip(entry.inputs, entry.propagate([simple_grad.Variable(1.0)]), strict=True))
        return [arrived.get(one.name) for one in wanted]

    said = sentence_on(engine, last_entry, lambda a, b: (a + b) + b).replace("\n", " ")
    assert "grad called other entries and never `v0 = add(a, b)`, though something" in said


def test_a_tape_that_was_turned_round_is_told_so(engine):
    simple_grad = engine["simple_grad"]
    values = {"a": torch.tensor(2.0), "b": torch.tensor(3.0)}
    for spoil, part in [
        (simple_grad.tape.reverse, "are in another order"),
        (simple_grad.tape.pop, "entries are missing or changed"),
    ]:

        def differentiate(loss, wanted, spoil=spoil):
            spoil()
            return [None, None]

        outcome = engine["watched_runs"].watched_run(
            lambda a, b: a * b + b, values, differentiate=differentiate
        )
        with pytest.raises(engine["show"].CheckFailed) as error:
            engine["tape_checks"].check_kept(outcome)
        assert part in str(error.value).replace("\n", " ")


def test_a_rule_that_returns_no_list_is_named(engine):
    simple_grad, tried = engine["simple_grad"], engine["tried_operators"]

    def with_rule(back):
        def copy(a):
            r = simple_grad.Variable(a.value)
            simple_grad.record("copy", [a], [r], back)
            return r

        return copy

    for back, said in [
        (
            lambda grads: grads[0],
            r"of copy returned a value of type Variable\. It should return a \*l",
        ),
        (lambda grads: None, r"of copy returned a value of type NoneType\. It should return a"),
        (lambda grads: [grads[0]] * 2, "of copy should return a list of 1, .* it returned 2"),
    ]:
        with pytest.raises(TypeError, match=said):
            engine["watched_runs"].watched_run(with_rule(back), {"a": torch.tensor(2.0)})
        outcome = tried.try_operator(with_rule(back), {"a": torch.tensor(2.0)}, torch.tensor(1.0))
        assert re.search(said, outcome["failed"])
    outcome = engine["watched_runs"].watched_run(
        with_rule(lambda grads: (grads[0],)), {"a": torch.tensor(2.0)}
    )
    assert outcome["grads"]["a"] == 1


def test_a_rule_that_gets_no_list_says_how_to_call_it(engine):
    simple_grad = engine["simple_grad"]
    values = {"a": torch.tensor(2.0), "b": torch.tensor(3.0)}

    def differentiate(loss, wanted):
        return simple_grad.tape[-1].propagate(simple_grad.Variable(1.0))

    with pytest.raises(
        TypeError, match=r"expected a list, got a Variable.*`entry.propagate\(\[g\]\)`"
    ):
        engine["watched_runs"].watched_run(lambda a, b: a * b, values, differentiate=differentiate)


def test_two_tensors_that_look_alike_are_told_with_the_digits_that_differ(beside):
    tensors, failed = beside["gradient_checks"].check_tensors, beside["show"].CheckFailed
    x = torch.tensor([1.0, 4.0], dtype=torch.float64)
    with pytest.raises(failed, match=r"expected \[1, 4\], got \[1.0000001, 4.0000001\]"):
        tensors([x + 1e-7], [x], "x * x", {"rtol": 0, "atol": 0})
    tensors([x + 1e-5], [x], "x * x", {"rtol": 0, "atol": 1e-4})
    for got, part in [
        (x, "expected a list of 1 tensor, got a tensor"),
        ([x.tolist()], "Return tensors, not Variables"),
        ([x.reshape(2, 1)], r"the wrong shape: expected \(2,\), got \(2, 1\)"),
    ]:
        with pytest.raises(failed, match=part):
            tensors(got, [x], "x * x")


def test_only_an_error_of_shapes_sends_one_to_the_shapes(engine):
    simple_grad, tried = engine["simple_grad"], engine["tried_operators"]
    check, failed = engine["gradient_checks"].check_operator, engine["show"].CheckFailed

    def with_back(back):
        def operator(a):
            r = simple_grad.Variable(a.value)
            simple_grad.record("own", [a], [r], back)
            return r

        return tried.try_operator(operator, values, torch.ones(2))

    values = {"a": torch.ones(2)}
    wide = torch.ones(1, 3)
    for back, parts in [
        (lambda grads: [grads[0] @ simple_grad.Variable(wide)], ["Write the shapes"]),
        (lambda grads: [grads[0] * wide], ["meets a bare tensor"]),
        (lambda grads: [grads], ["got a list", "`[g] = grads` opens it"]),
    ]:
        with pytest.raises(failed) as error:
            check(with_back(back), values, lambda a: a, torch.ones(2), "own")
        assert all(part in str(error.value) for part in parts)
        assert ("Write the shapes" in str(error.value)) == (parts == ["Write the shapes"])


def test_the_products_with_a_hessian_and_a_jacobian_are_those_worked_out_by_hand(beside):
    oracle = beside["reference"]
    a, b = torch.tensor([2.0]).double(), torch.tensor([3.0]).double()
    one, two = torch.tensor([1.0]).double(), torch.tensor([2.0]).double()
    # a * b * b has the Hessian (0, 2b; 2b, 2a).
    found = oracle.product_of_hessian(lambda a, b: (a * b * b).sum(), [a, b], [one, two])
    assert [each.tolist() for each in found] == [[12], [14]]
    # (x, y) to (x * x, x * y, y) has the Jacobian (2x, 0; y, x; 0, 1).
    x, u = torch.tensor([2.0, 3.0]), torch.tensor([1.0, 10.0])
    [found] = oracle.jacobian_product(lambda x: torch.stack([x[0] * x[0], x[0] * x[1], x[1]]), x, u)
    assert found.tolist() == [4, 23, 10]
    [found] = oracle.jacobian_product(lambda x: x.sum(), x, u)
    assert found == 11 and found.shape == ()


def test_forward_mode_beside_the_program_computes_five_lines_more(engine):
    """Notebook 3 says so of x * x.sum(), a program of three entries."""
    parts, oracle = engine["simple_grad"], engine["reference"]
    value, along = oracle.draw((3,), (3,), seed=0)
    parts.reset_tape()
    x, u = parts.Variable(value, "x"), parts.Variable(along, "u")
    total = x.sum()
    wide = total.expand_to(x.shape)
    r = x * wide
    assert len(parts.tape) == 3
    moved = u * wide + x * u.sum().expand_to(x.shape)
    assert len(parts.tape) == 3 + 5
    [want] = oracle.jacobian_product(lambda x: x * x.sum(), value, along)
    torch.testing.assert_close(moved.value, want)
    assert r.shape == moved.shape


def test_an_engine_without_none_records_more_entries(engine):
    """Notebook 4 prints how many, for b * b beside a = a * a, ten times."""
    parts, helpers = engine["simple_grad"], engine["helpers"]

    def with_zeros(loss, wanted):
        zeros = lambda name: parts.Variable(torch.zeros(parts.shape_of(name)))  # noqa: E731
        arrived = {loss.name: parts.Variable(torch.ones_like(loss.value))}
        for entry in reversed(list(parts.tape)):
            grads = [arrived[name] if name in arrived else zeros(name) for name in entry.outputs]
            for name, one in zip(entry.inputs, entry.propagate(grads), strict=True):
                arrived[name] = arrived[name] + one if name in arrived else one
        return [arrived[one.name] for one in wanted]

    def work_beside(a, b):
        for _ in range(10):
            a = a * a
        return b * b

    values = {"a": torch.tensor([1.0, 2.0]), "b": torch.tensor([3.0, 4.0])}
    recorded = []
    for differentiate in (with_zeros, helpers.with_zeros(parts.grad), parts.grad):
        outcome = engine["watched_runs"].watched_run(
            work_beside, values, second_loss=helpers.squared_norm, differentiate=differentiate
        )
        forward, first, loss, second = outcome["sizes"]
        recorded += [first - forward, second - loss]
    assert recorded == [34, 120, 34, 120, 4, 11]


def test_a_longer_rule_of_an_operator_costs_a_node_nothing(engine, monkeypatch):
    """The right sum_to of a learner may record two entries in backward."""
    parts = engine["simple_grad"]

    def sum_to(a, shape):
        r = parts.Variable(a.value.sum_to_size(shape))
        parts.record("sum_to", [a], [r], lambda grads: [grads[0].expand_to(a.shape) * 1.0])
        return r

    def node(a, b):
        t = parts.Variable(a.value + b.value)
        r = parts.Variable(t.value * b.value)

        def propagate(grads):
            [grad_r, _] = grads
            through = grad_r * b
            return [through, through + grad_r * t]

        parts.record("node", [a, b], [r, t], propagate)
        return r

    monkeypatch.setitem(engine["operators"].installed_operators, "sum_to", sum_to)
    values = {"a": torch.tensor([1.0, 2.0]), "b": torch.tensor([3.0, 4.0])}
    programs = [node, lambda a, b: (a + b) * b]
    outcomes = [engine["watched_runs"].watched_run(program, values) for program in programs]
    check = engine["tape_checks"].check_backward_entries
    assert check(*outcomes) == 5
    with pytest.raises(engine["show"].CheckFailed, match="expected at most 4, got 5"):
        check(*outcomes, fewer=1)


def test_an_isolated_tape_is_dropped_or_stays_behind_the_hidden_entries(engine):
    parts = engine["simple_grad"]
    for keep, left in [(True, ["mul", "add"]), (False, ["mul"])]:
        parts.reset_tape()
        a = parts.Variable(2.0, "a")
        a * a
        with pytest.raises(ZeroDivisionError), parts.isolated_tape(keep):
            assert parts.tape == []
            a + a
            raise ZeroDivisionError
        assert [entry.operator for entry in parts.tape] == left


def test_differences_are_compared_with_gradients_known_to_be_zero_too(engine):
    parts, helpers = engine["simple_grad"], engine["helpers"]
    xs = [torch.tensor([1.0, 2.0]), torch.tensor([3.0])]
    by_hand = lambda f, xs: [xs[0], xs[1] * 2]  # noqa: E731
    found = helpers.difference(parts.grad, by_hand, lambda a, b: a.sum(), xs)
    assert found == 6  # (1, 1) and None beside (1, 2) and 6
    constant = helpers.gradients_of(lambda a: parts.Variable(1.0))
    assert constant(parts.Variable([1.0])).value == 0


# ---- programs ------------------------------------------------------------------------------------


def product(entries, inputs, outputs):
    """Compile a tape of one product of two inputs."""
    return "def program(t0, t1):\n    t2 = t0 * t1\n    return [t2]"


def test_what_was_recorded_is_told_by_names(engine):
    values = {"a": torch.tensor(2.0), "for": torch.tensor(3.0)}
    entries, inputs, outputs = engine["compiling"].recorded(lambda a, b: [a * b, a], values)
    assert [entry.operator for entry in entries] == ["mul"]
    assert inputs == ["a", "for"] and outputs == [entries[0].outputs[0], "a"]


FORMED = {
    "add": lambda a: a + a,
    "mul": lambda a: a * a,
    "matmul": lambda a: a @ a,
    "transpose": lambda a: a.T,
    "exp": lambda a: a.exp(),
    "relu": lambda a: a.relu(),
    "sum_to": lambda a: a.sum_to((2,)),
    "expand_to": lambda a: a.expand_to((3, 2, 2)),
}


@pytest.mark.parametrize("operator", FORMED)
def test_the_expression_of_an_entry_computes_what_the_entry_did(operator, engine):
    compiling = engine["compiling"]
    value = torch.tensor([[1.0, -2.0], [3.0, 4.0]])
    entries, _, [out] = compiling.recorded(lambda a: [FORMED[operator](a)], {"a": value})
    text = compiling.expression(entries[-1], ["t0"] * len(entries[-1].inputs))
    found = eval(text, {"t0": value})
    assert found.equal(engine["simple_grad"].variables[out].value)


def test_every_expression_is_that_of_an_operator(engine):
    assert set(engine["compiling"].EXPRESSIONS) == {*FORMED, "gate"}


def test_an_aggregate_has_no_expression(engine):
    simple_grad = engine["simple_grad"]
    entry = simple_grad.Entry("aggregate", ["a"], ["r"], None)
    with pytest.raises(LookupError, match="There is no text for aggregate"):
        engine["compiling"].expression(entry, ["t0"])


def test_a_program_is_run_at_other_numbers_than_it_was_recorded_at(engine):
    run_compiled = engine["compiling"].run_compiled
    values, others = [{"a": torch.tensor(x), "b": torch.tensor(y)} for x, y in [(2, 3), (5, 7)]]
    outcome = run_compiled(product, lambda a, b: [a * b], values, others)
    assert outcome["outputs"][0] == 35 and outcome["entries"] == 1
    with pytest.raises(LookupError, match="no function `program`"):
        run_compiled(lambda *parts: "x = 1", lambda a, b: [a * b], values, others)
    nothing = run_compiled(lambda *parts: print, lambda a, b: [a * b], values, others)
    assert nothing["outputs"] is None


def test_a_name_that_the_text_or_its_table_lacks_is_told(engine):
    run_compiled = engine["compiling"].run_compiled
    values = {"a": torch.tensor(2.0)}
    fn = lambda a: [a * 3.0]  # noqa: E731
    for text, said in [
        (
            lambda entries, inputs, outputs: {}[entries[0].inputs[1]],
            "v0 is not in your table. It is neither",
        ),
        (
            lambda *_: "def program(t0):\n    return [t5]",
            "t5 is in your text, and nothing assigns it",
        ),
    ]:
        with pytest.raises(LookupError, match=re.escape(said)):
            run_compiled(text, fn, values, values)
    with pytest.raises(ValueError, match=r"invalid syntax\. Variables may be called `for`"):
        run_compiled(lambda *_: "def program(for):\n    return [for]", fn, values, values)
    with pytest.raises(KeyError, match="a"):
        run_compiled(lambda entries, inputs, outputs: {}["a"], fn, values, values)


def test_what_no_entry_made_is_asked_about(engine):
    parts, helpers, checks = engine["simple_grad"], engine["helpers"], engine["gradient_checks"]

    def hidden(a, b):
        t = parts.Variable(a.value * b.value, "t")
        r = parts.Variable(t.value * t.value)

        def propagate(grad_outputs):
            half = grad_outputs[0] * t * 2.0
            return [half * b, half * a]

        parts.record("hidden", [a, b], [r], propagate)
        return r

    said = checks.of_unmade(engine["watched_runs"].watched_run(hidden, helpers.TRIED))
    assert said.startswith(" Backward reads t, which is not an output of any entry.")
    assert said.endswith("does it depend on a and b?")
    assert (
        checks.of_unmade(
            engine["watched_runs"].watched_run(lambda a, b: a * b * 2.0, helpers.TRIED)
        )
        == ""
    )


def test_the_sentences_on_programs(engine):
    checks, failed = engine["program_checks"], engine["show"].CheckFailed
    good = {
        "text": product([], [], []),
        "entries": 1,
        "results": 1,
        "outputs": [torch.tensor(1)],
    }
    checks.check_program(good, "a * b")
    for change, part in [
        ({"text": print}, "expected the text of a function, got a"),
        ({"entries": 2}, "number of lines in the text: expected 4, got 3."),
        ({"text": "def f():\n    1\n    2"}, "should begin with `def program("),
        ({"outputs": torch.tensor(1)}, "a list with a tensor for each output"),
        ({"outputs": [1.0]}, "a list with a tensor for each output"),
        ({"outputs": []}, "number of values that the program returns: expected 1, got 0."),
    ]:
        with pytest.raises(failed) as error:
            checks.check_program(good | change, "a * b")
        assert part in " ".join(str(error.value).split())
    entry = engine["simple_grad"].Entry
    given = [entry("op", ["a"], ["t"], None), entry("op", ["t"], ["r"], None)]
    checks.check_needed(given, given, "t r", "two entries")
    for got, want, part in [
        ({"t", "r"}, "t r", "expected a list of entries, got a set."),
        (["t", "r"], "t r", "got a list with values of type str."),
        (given[:1], "t r", "the entry r = (t) is missing"),
        (given, "t", "the entry r = (t) is not needed"),
        (given[::-1], "t r", "in the order of the tape"),
    ]:
        with pytest.raises(failed) as error:
            checks.check_needed(got, given, want, "two entries")
        assert part in " ".join(str(error.value).split())


CUT = {  # fn, its names, what is handed over
    "(a + b) * b": (lambda a, b: (a + b) * b, "ab", {"v0 = add(a, b)", "b"}),
    "a + b": (lambda a, b: a + b, "ab", set()),
    "a * b * a": (lambda a, b: a * b * a, "ab", {"a", "b", "v0 = mul(a, b)"}),
    "exp(a) * b": (lambda a, b: a.exp() * b, "ab", {"v0 = exp(a)", "b"}),
    "(a * 2) * b + a": (lambda a, b: (a * 2.0) * b + a, "ab", {"b", "v1 = mul(a, v0)"}),
}


@pytest.fixture
def cutting(engine):
    """The functions of notebooks 5 and 6 too."""
    functions = ("needed", "compile_tape")
    engine["carry_over"].load_from(str(SOURCE / "5-compiler.ipynb"), *functions)
    engine["carry_over"].load_from(str(SOURCE / "6-one-node.ipynb"), "cut")
    yield engine
    for name in (*functions, "cut"):
        del engine["operators"].installed_operators[name]


@pytest.mark.parametrize("title", CUT)
def test_two_programs_have_the_gradients_of_torch_with_other_numbers_too(title, cutting):
    fn, names, handed = CUT[title]
    draw, split = cutting["reference"].draw, cutting["cutting"].split
    parts = split(fn, dict(zip(names, draw((3,), (3,), seed=0), strict=True)))
    assert set(parts["handed"]) == handed
    for seed in (0, 1):
        a, b, gradient = draw((3,), (3,), (3,), seed=seed)
        value, found = parts["run"]([a, b], gradient)
        want = cutting["reference"].torch_gradients(fn, {"a": a, "b": b}, gradient=gradient)
        torch.testing.assert_close(value, fn(a, b))
        torch.testing.assert_close(found, list(want.values()))


def test_with_a_name_less_the_second_program_cannot_run(cutting):
    operators = cutting["operators"].installed_operators
    values = dict(zip("ab", cutting["reference"].draw((2,), (2,), seed=0), strict=True))
    whole = operators["cut"]
    operators["cut"] = lambda *given: whole(*given)[:-1]
    parts = cutting["cutting"].split(lambda a, b: (a + b) * b, values)
    right = cutting["reference"].torch_gradients(lambda a, b: (a + b) * b, values)
    other = cutting["reference"].draw((2,), (2,), seed=1)
    _, found = parts["run"](other, torch.ones(2))
    assert not found[1].allclose(other[0] + 2 * other[1])  # the missing one is a constant now
    _, found = parts["run"](values.values(), torch.ones(2))
    torch.testing.assert_close(found, list(right.values()))


def test_what_is_handed_over_is_printed_in_bytes(cutting, capsys):
    parts = {"handed": {"a": torch.zeros(2), "v0 = exp(a)": torch.zeros(400, dtype=torch.float64)}}
    cutting["cutting"].print_handed_over(parts)
    assert capsys.readouterr().out.split("\n") == [
        "       8 bytes  a",
        "   3,200 bytes  v0 = exp(a)",
        "   3,208 bytes in all",
        "",
    ]


def test_the_sentences_on_a_cut(engine):
    check, failed = engine["program_checks"].check_handed, engine["show"].CheckFailed
    entries = engine["examples"].entries_of("v0 = a b; v1 = v0 b; v2 = g b; v3 = g v0; v4 = v3 v2")
    for good in (["b", "v0"], ("v0", "b"), {"b", "v0"}):
        check(good, entries, 2, "b v0", "a tape")
    check(["b", "v0", "a", "a", "g"], entries, 2, "b v0", "a tape", exact=False)
    for got, part in [
        (None, "expected a list of names such as ['a', 'v0'], got None"),
        (entries, "got a list with values of type Entry"),
        (["v0"], "b is missing. Behind the cut, the entry v2 = (g, b) reads it"),
        (["b", "v0", "v3"], "v3 is made behind the cut, so forward does not have it"),
        (["b", "v0", "g"], "g is a constant or the upstream gradient, which backward has anyway"),
        (["b", "v0", "a"], "a is handed over, and no entry behind the cut reads it"),
        (["b", "v0", "b"], "b is handed over twice"),
    ]:
        with pytest.raises(failed) as error:
            check(got, entries, 2, "b v0", "a tape")
        assert part in " ".join(str(error.value).split())


OF_A_SET = """
from lab.examples import entries_of
from lab.checks.program_checks import check_handed
names = {"b", "v0", "v2", "v3", "v4", "a", "w"}
entries = entries_of("v0 = a b; v1 = v0 b; v2 = g b; v3 = g v0; v4 = v3 v2")
for got in (names, list(names)):
    try:
        check_handed(got, entries, 2, "b v0", "a tape")
    except AssertionError as error:
        print(error)
"""


def test_the_sentence_on_a_set_is_the_same_in_every_process():
    """The order of a set of text depends on the seed of Python's hashes."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", OF_A_SET],
            cwd=SOURCE,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(4)
    }
    sentence = "a tape: v2 is made behind the cut, so forward does not have it.\n"
    assert outputs == {2 * sentence}


@pytest.mark.parametrize("execution", ["autograde", "validate"])
def test_while_nbgrader_runs_the_notebook_no_list_is_made(engine, monkeypatch, capsys, execution):
    monkeypatch.setenv("NBGRADER_EXECUTION", execution)
    lists = engine["torch_lists"]
    for show, recorded in [
        (lists.print_lists, lists.RECORDED),
        (lists.print_forward, lists.IN_PLACE),
        (lambda function, *values: lists.print_node({"f": function}, *values), lists.NODES),
    ]:
        show(lambda a: 1 / 0, torch.ones(1))
        assert capsys.readouterr().out == recorded + "\n"


def test_where_the_compiler_does_not_run_the_recorded_text_is_printed(engine, capsys):
    lists = engine["torch_lists"]

    def rows():
        yield "half"
        raise RuntimeError("Dynamo is not supported here")

    lists.print_rows(rows, "recorded")
    assert capsys.readouterr().out == "recorded\n"


def test_the_digits_are_those_of_the_file_that_the_note_names(engine):
    pictures, labels = engine["digits"].digits()
    assert pictures.shape == (1797, 64) and pictures.min() == 0 and pictures.max() == 1
    rows = [*zip((pictures * 16).tolist(), labels, strict=True)]
    text = "".join(",".join(map(str, [*map(int, pixels), digit])) + "\n" for pixels, digit in rows)
    # Of digits.csv in the package scikit-learn 1.9.1.
    digest = "6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8"
    assert hashlib.sha256(text.encode()).hexdigest() == digest


# ---- load_from --------------------------------------------------------------------------------


def notebook(*sources: tuple[str | None, str]) -> str:
    """The text of a notebook with code cells of these names and sources."""
    nb = nbformat.v4.new_notebook()
    for name, source in sources:
        cell = nbformat.v4.new_code_cell(source)
        if name:
            cell.metadata["nbgrader"] = {"grade_id": name}
        nb.cells.append(cell)
    return nbformat.writes(nb)


STUB = 'def grad(a):\n    raise NotImplementedError("This part is not written yet.")'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "is not in this folder"),
        ("{", "cannot be read"),
        (json.dumps({"cells": [3]}), "cannot be read"),
        (notebook(("other", "1")), "has no cell for it"),
        (notebook(("thing", STUB.replace("grad", "thing"))), "not written yet"),
        (notebook(("thing", "def thing(:")), "fails with SyntaxError"),
        (notebook(("thing", "1 / 0")), "fails with ZeroDivisionError"),
        (notebook(("thing", "other = 1")), "fails with KeyError"),
        (notebook((None, "%magic"), (None, "import no_such_module")), "has no cell for it"),
    ],
)
def test_load_from_says_why_it_cannot(text, said, beside, tmp_path, capsys):
    path = tmp_path / "one.ipynb"
    if text is not None:
        path.write_text(text)
    beside["carry_over"].load_from(str(path), "thing")
    assert said in capsys.readouterr().out
    assert "thing" not in beside["operators"].installed_operators


def test_load_from_takes_along_what_the_notebook_imports(beside, tmp_path, capsys):
    path = tmp_path / "one.ipynb"
    cell = "def thing():\n    return Counter('aa')['a'], torch.ones(1).item(), mul.__name__"
    path.write_text(notebook((None, "from collections import Counter\nx = 1 / 0"), ("thing", cell)))
    beside["carry_over"].load_from(str(path), "thing")
    assert "thing: loaded from" in capsys.readouterr().out
    assert beside["operators"].installed_operators.pop("thing")() == (2, 1.0, "mul")


def test_load_from_takes_along_functions_of_cells_that_the_learner_added(beside, tmp_path, capsys):
    path = tmp_path / "one.ipynb"
    own = "from functools import lru_cache\n\n@lru_cache\ndef helper(n):\n    return [n]\n\n1 / 0"
    test = "def other():\n    return 'of a check'"
    cell = "def thing():\n    return helper(3) is helper(3), other"
    path.write_text(notebook((None, own), ("test-thing-one", test), ("thing", cell)))
    beside["carry_over"].load_from(str(path), "thing")
    assert "thing: loaded from" in capsys.readouterr().out
    thing = beside["operators"].installed_operators.pop("thing")
    with pytest.raises(NameError, match="other"):
        thing()
    assert thing.__globals__["helper"](3) is thing.__globals__["helper"](3)


@pytest.mark.parametrize("place", ["function", "helper"])
def test_the_traceback_of_an_error_shows_the_lines_of_the_learner(place, beside, tmp_path):
    path = tmp_path / "one.ipynb"
    own = "\n\ndef helper(n):\n    return n / 0  # the line of the helper"
    cell = "\ndef thing(n):\n    return helper(n) + n / 0  # the line of the function"
    if place == "function":
        own = own.replace("n / 0", "n / 1")
    path.write_text(notebook((None, own), ("thing", cell)))
    beside["carry_over"].load_from(str(path), "thing")
    with pytest.raises(ZeroDivisionError) as error:
        beside["operators"].installed_operators.pop("thing")(1)
    text = "".join(traceback.format_exception(error.value))
    assert f"# the line of the {place}" in text
    assert "one.ipynb: thing" in text and "Let Variables use functions" not in text


# ---- pictures, and what the text promises beside them --------------------------------------------


def test_the_frames_of_the_backward_pass_hold_the_gradients_of_torch(beside):
    frames, captions = beside["pictures"].backward_frames()
    assert len(frames) == len(captions) == 4
    a, b = (torch.tensor(number, requires_grad=True) for number in (2.0, 3.0))
    inner = a + b
    gradients = torch.autograd.grad(inner * b, [inner, a, b])
    v0, of_a, of_b = (int(gradient) for gradient in gradients)
    through_mul = int(inner)  # the part of b that comes straight from the product
    assert f"{v0} for v0, and {through_mul} for b" in captions[2]
    assert f"{through_mul} + {of_b - through_mul} = {of_b}" in frames[3]
    assert f"{of_a} for a, and {of_b - through_mul} for b" in captions[3]


def test_what_backward_reads_of_forward_is_blue_and_what_it_makes_is_red(engine):
    simple_grad, pictures = engine["simple_grad"], engine["pictures"]
    simple_grad.reset_tape()
    a, b = simple_grad.Variable(2.0, "a"), simple_grad.Variable(3.0, "b")
    loss = a * b
    gradient, _ = simple_grad.grad(loss, [a, b])
    text = pictures.draw_tape(forward=1)
    assert f'"b" -> "entry 1" [{pictures.READ}]' in text
    seed = simple_grad.tape[1].inputs[0]
    assert [name for entry in simple_grad.tape for name in entry.outputs].count(seed) == 0
    for name in (gradient.name, seed):
        assert f'"{name}" [color=firebrick penwidth=2]' in text
    assert '"a" [' not in text and '"b" [' not in text
    assert '"a" -> "entry 0" []' in text


def test_two_red_ellipses_of_a_step_were_made_by_no_entry(engine):
    """Notebook 2 says so: the seed and the mask."""
    parts, draw = engine["simple_grad"], engine["reference"].draw
    parts.reset_tape()
    tensors = dict(
        zip(["x", "y", "w", "b"], draw((3, 2), (3, 1), (2, 1), (1,), seed=0), strict=True)
    )
    x, y, *weights = [parts.Variable(tensor, name) for name, tensor in tensors.items()]
    difference = (x @ weights[0] + weights[1]).relu() + y * -1
    loss = (difference * difference).sum()
    forward = len(parts.tape)
    parts.grad(loss, weights)
    drawn = engine["pictures"].draw_tape(forward)
    red = set(re.findall(r'^"(\w+)" \[color=firebrick penwidth=2\]', drawn, re.M))
    made = set(re.findall(r'^"entry \d+" -> "(\w+)"', drawn, re.M))
    orphans = [parts.variables[name].value for name in sorted(red - made)]
    assert len(red) > 5 and len(orphans) == 2
    assert {tuple(value.shape) for value in orphans} == {(), (3, 1)}


def test_the_box_shows_what_the_first_backward_reads(engine):
    parts, helpers = engine["simple_grad"], engine["helpers"]

    def aggregate(a, b):
        t = parts.Variable(a.value + b.value, "t")
        r = parts.Variable(t.value * b.value, "r")

        def propagate(grad_outputs):
            [grad_r, _] = grad_outputs
            through = grad_r * b
            return [through, through + grad_r * t]

        parts.record("aggregate", [a, b], [r, t], propagate)
        return r

    outcome = engine["watched_runs"].watched_run(aggregate, helpers.TRIED)
    later = parts.tape[outcome["sizes"][0] :]
    read = {name for entry in later for name in entry.inputs} & {"a", "b", "t", "r"}
    drawn = set(re.findall(r"^    (\w+) -> back", engine["pictures"].BOX, re.M)) - {"g"}
    assert read == drawn == {"b", "t"}


def test_each_frame_of_a_step_shows_another_entry_of_backward(engine):
    parts, pictures = engine["simple_grad"], engine["pictures"]
    parts.reset_tape()
    a, b = parts.Variable(2.0, "a"), parts.Variable(3.0, "b")
    loss = (a + b) * b
    forward = len(parts.tape)
    parts.grad(loss, [a, b])
    frames, captions = pictures.step_frames(forward)
    assert len(frames) == len(captions) == len(parts.tape) - forward + 1
    assert captions[0] == "Forward: 2 entries." and captions[1].startswith("Entry 3: v3 = mul(")
    for count, frame in enumerate(frames):
        shown = {row for row in frame.splitlines() if "style=invis" not in row}
        boxes = [row for row in shown if re.match('"entry', row) and "shape=box" in row]
        assert len(boxes) == forward + count
    # The seed, which no entry made, comes with the entry that reads it.
    seed = parts.tape[forward].inputs[0]
    drawn = [f'"{seed}" [color=firebrick penwidth=2]' in frame.splitlines() for frame in frames]
    assert drawn == [False, *[True] * (len(frames) - 1)]
    assert frames[-1] == pictures.draw_tape(forward)


def test_ten_digits_are_drawn_and_one_that_is_read_wrong_is_red(beside):
    pictures, digits = beside["digit_pictures"], beside["digits"]
    weights = [torch.zeros(64, 4), torch.zeros(4), torch.zeros(4, 10), torch.zeros(10)]
    weights[3][7] = 1.0  # reads 7 everywhere
    frames, captions = pictures.reading_frames(weights, [4.0, 2.0, 1.0])
    _, labels = digits.digits()
    wrong = next(label for label in labels[digits.LEARNED :] if label != 7)
    assert captions[0].endswith(f"The last one is {wrong}, and the network reads 7.")
    assert captions[1] == "The loss fell from 4.00 to 1.00 in 3 steps."
    assert frames[0].count(">reads 7<") == 10 and frames[0].count('font-weight="bold"') == 1
    assert frames[0].count("<rect") == 1 + 10 * 64
    assert 'points="0.0,5.0 225.0,90.0 450.0,132.5"' in frames[1]


def test_a_boundary_has_a_color_for_each_side(beside):
    pictures = beside["pictures"]
    assert len(pictures.grid()) == pictures.SIDE**2
    right = [x for x, _ in pictures.grid()]
    svg = pictures.boundary([(0.5, 0.25)], [1], right)
    # One run a row, from the middle of the picture (x = 0 is at 1.5 of 4) to its right border.
    assert svg.count("<rect") == 1 + pictures.SIDE
    assert svg.count('x="180"') == pictures.SIDE
    assert '<circle cx="240.0" cy="150.0"' in svg
