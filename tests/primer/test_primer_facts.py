"""What the primer claims about PyTorch, asked of PyTorch.

Needs nothing but torch and pytest, so that another version of torch can be asked as well:

    python -m pytest --noconftest -c /dev/null tests/primer/test_primer_facts.py

Each test names the notebook that makes the claim.
"""

import gc
import weakref
from pathlib import Path

import pytest
import torch
from torch import nn

FREED = "Trying to backward through the graph a second time"
CHANGED = "has been modified by an inplace operation"


def leaf(*numbers: float) -> torch.Tensor:
    """A tensor that requires grad; of the shape () where one number is given."""
    return torch.tensor(numbers[0] if len(numbers) == 1 else numbers, requires_grad=True)


# ---- notebook 1: what is recorded --------------------------------------------------------------


@pytest.mark.parametrize(
    "dtype",
    [
        torch.float16,
        torch.bfloat16,
        torch.float32,
        torch.float64,
        torch.complex64,
        torch.float8_e5m2,
    ],
)
def test_numbers_with_a_fraction_may_need_grad(dtype):
    assert torch.ones(1, dtype=dtype, requires_grad=True).requires_grad
    assert not torch.ones(1, dtype=dtype).requires_grad, "the default"


@pytest.mark.parametrize("dtype", [torch.int64, torch.int8, torch.bool])
def test_whole_numbers_may_not(dtype):
    with pytest.raises(RuntimeError, match="floating point and complex dtype"):
        torch.ones(1, dtype=dtype, requires_grad=True)


def test_a_misspelt_flag_is_a_new_attribute():
    t = torch.tensor(1.0)
    t.require_grad = True
    assert not t.requires_grad


def test_a_result_is_recorded_as_soon_as_one_input_needs_grad():
    w, x = leaf(2.0), torch.tensor(3.0)
    y, k = w * x, x * x
    assert (y.requires_grad, y.is_leaf) == (True, False) and y.grad_fn is not None
    assert (k.requires_grad, k.is_leaf) == (False, True) and k.grad_fn is None


@pytest.mark.parametrize(
    "operation",
    [lambda w: w.long(), lambda w: w > 0, lambda w: w.argmax(), torch.ones_like],
    ids=["long", ">", "argmax", "ones_like"],
)
def test_an_operation_without_a_gradient_is_not_recorded(operation):
    result = operation(leaf(1.0, 2.0))
    assert result.grad_fn is None and not result.requires_grad


def test_a_leaf_becomes_a_result_when_a_recorded_operation_writes_into_it():
    c = torch.zeros(3)
    c[:] += leaf(2.0)
    assert c.requires_grad and not c.is_leaf
    v = leaf(1.0, 2.0)
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        v[:] += 1


def test_what_is_made_under_no_grad_needs_grad_if_it_asks_or_is_a_view():
    w = torch.ones(3, requires_grad=True)
    with torch.no_grad():
        assert not (w * 2).requires_grad
        assert nn.Parameter(torch.ones(2)).requires_grad
        assert torch.ones(2, requires_grad=True).requires_grad
        assert torch.ones(2).requires_grad_().requires_grad
        for view in (w[0], w.view(3, 1)):
            assert view.requires_grad and view.grad_fn is None
    (view * 2).sum().backward()
    assert w.grad is None, "nothing was recorded"


def test_detach_shares_the_numbers_and_nothing_of_the_record():
    w = leaf(1.0, 2.0)
    d = (y := w * 2).detach()
    assert d.data_ptr() == y.data_ptr()
    assert not d.requires_grad and d.is_leaf and d.grad_fn is None


def test_what_is_recorded_stays_recorded_when_a_leaf_is_frozen():
    w = leaf(2.0)
    y = w * w
    w.requires_grad_(False)
    assert y.requires_grad and not (w * w).requires_grad


def test_a_frozen_leaf_gets_no_gradient_through_an_older_record_either():
    w, x = leaf(2.0), leaf(3.0)
    y = w * x
    w.requires_grad_(False)
    y.backward()
    assert w.grad is None and x.grad == 2


def test_a_frozen_layer_in_the_middle_cuts_nothing_off():
    net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2))
    net[1].requires_grad_(False)
    net(torch.rand(1, 2)).sum().backward()
    assert [p.grad is not None for p in net.parameters()] == [True, True, False, False, True, True]


@pytest.mark.parametrize(
    ("place", "reached"),
    [("A", [None, None]), ("B", [None, None]), ("C", ["first", None]), ("none", ["first", "x"])],
)
def test_two_of_three_cuts_keep_the_gradient_from_first_and_x(place, reached):
    first, second, x = nn.Linear(2, 2), nn.Linear(2, 1), leaf(1.0, 2.0)
    if place == "A":
        y = second(first(x).detach())
    elif place == "B":
        with torch.no_grad():
            h = first(x)
        y = second(h)
    else:
        y = second(first(x.detach() if place == "C" else x))
    y.sum().backward()
    got = ["first" if first.weight.grad is not None else None, "x" if x.grad is not None else None]
    assert got == reached and second.weight.grad is not None


@pytest.mark.parametrize(
    ("first", "place", "reached"),
    [(nn.Identity(), "A", False), (nn.Identity(), "B", True), (nn.Tanh(), "B", False)],
    ids=["A-identity", "B-identity", "B-tanh"],
)
def test_a_cut_at_b_lets_the_gradient_pass_where_first_returns_x_itself(first, place, reached):
    x = leaf(1.0, 2.0)
    with torch.set_grad_enabled(place == "A"):
        h = first(x)
    nn.Linear(2, 1)(h.detach() if place == "A" else h).sum().backward()
    assert (x.grad is not None) == reached


# ---- notebook 2: backward ----------------------------------------------------------------------


def test_one_backward_touches_grad_once_and_several_add_up():
    w, calls = leaf(1.0), []
    w.register_post_accumulate_grad_hook(lambda t: calls.append(t.grad.item()))
    (w * 3 + w * 4 + w * 5).backward()
    assert calls == [12]
    (w * 3).backward()
    assert calls == [12, 15]


def test_only_leaves_and_retained_results_have_a_grad():
    x = leaf(3.0)
    y = x * 2
    z = y * 2
    y.retain_grad()
    z.backward()
    with pytest.warns(UserWarning, match="not a leaf"):
        assert z.grad is None
    assert (x.grad, y.grad) == (4, 2)


def test_a_result_gets_a_grad_if_backward_is_asked_for_it():
    w = leaf(2.0)
    y = w * 3
    (y * 5).backward(inputs=[y])
    assert y.grad == 5 and w.grad is None


def test_a_vector_needs_to_be_told_what_arrives():
    x, a = leaf(3.0), leaf(4.0, 2.0)
    with pytest.raises(RuntimeError, match="only for scalar outputs"):
        (x + a).backward()
    (x * a).backward(torch.tensor([1.0, 10.0]))
    assert x.grad == 24 and a.grad.tolist() == [3, 30]


def test_backward_is_a_vector_jacobian_product():
    matrix, x, v = torch.rand(3, 2), leaf(1.0, 2.0), torch.rand(3)
    (matrix @ x).backward(v)
    assert torch.allclose(x.grad, v @ matrix)


def test_inputs_and_create_graph():
    x, a = leaf(3.0), leaf(4.0)
    (a * x).backward(inputs=[x])
    assert x.grad == 4 and a.grad is None
    (slope,) = torch.autograd.grad(x**3, x, create_graph=True)
    assert (slope.item(), torch.autograd.grad(slope, x)[0].item()) == (27, 18)
    assert x.grad == 4, "autograd.grad adds to no .grad"


def test_autograd_grad_returns_a_tuple_even_for_one_tensor():
    x = leaf(3.0)
    found = torch.autograd.grad(x * 2, x)
    assert type(found) is tuple and len(found) == 1 and found[0] == 2


def test_grad_gives_zeros_for_an_input_that_is_not_reached():
    x, other = leaf(1.0, 2.0), leaf(3.0)
    found = torch.autograd.grad(other * 2, x, materialize_grads=True)  # one argument is enough
    assert found[0].tolist() == [0, 0]


def test_the_three_errors_of_a_descent():
    w = leaf(1.0)
    with pytest.raises(RuntimeError, match="does not require grad and does not have a grad_fn"):
        (w.detach() * 2).backward()
    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \*: 'float' and 'None"):
        0.1 * w.grad
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used"):
        w -= 1.0


# ---- notebook 3: the graph ---------------------------------------------------------------------


@pytest.mark.parametrize(("start", "slope"), [(3.0, 64), (3.1, 64), (3.2, 32), (60.0, 2)])
def test_the_slope_of_a_loop_holds_as_long_as_the_loop_runs_as_often(start, slope):
    y = x = torch.tensor(start, requires_grad=True)
    while y < 100:
        y = y * 2
    y.backward()
    assert x.grad == slope


def test_the_nodes_of_the_graph_with_four_weights_are_its_operations():
    a, w1, w2, w3, w4 = (leaf(n) for n in (2.0, 3.0, 4.0, 5.0, 6.0))
    loss = 10 - (w3 * (w1 * a) + w4 * (w2 * a))
    nodes = [loss.grad_fn]
    for node in nodes:
        nodes += [after for after, _ in node.next_functions if after not in (None, *nodes)]
    found = [node.name() for node in nodes if not hasattr(node, "variable")]
    assert found[:2] == ["RsubBackward1", "AddBackward0"] and found[2:] == ["MulBackward0"] * 4


def test_data_has_no_node():
    x, w = torch.ones(2), leaf(1.0, 2.0)
    heads = [node for node, _ in (w * x).grad_fn.next_functions]
    assert heads[0].variable is w and heads[1] is None


def kept(program, *numbers: float) -> bool:
    """Whether a second backward through a program fails."""
    x = leaf(*numbers)
    y = program(x)
    y.backward(torch.ones_like(y))
    try:
        y.backward(torch.ones_like(y))
    except RuntimeError as error:
        assert FREED in str(error)
        return True
    return False


@pytest.mark.parametrize(
    ("name", "program", "fails"),
    [
        ("t + 1", lambda t: t + 1, False),
        ("-t", lambda t: -t, False),
        ("sum", lambda t: t.sum(), False),
        ("reshape", lambda t: t.reshape(-1), False),
        ("t * t", lambda t: t * t, True),
        ("t * 2", lambda t: t * 2, True),
        ("exp", torch.exp, True),
        ("sin", torch.sin, True),
        ("relu", torch.relu, True),
    ],
)
def test_which_operations_can_go_back_twice(name, program, fails):
    assert kept(program, 0.5, -0.25) == fails, name


def test_a_second_backward_does_half_of_its_work_and_the_nodes_stay():
    x, a, b = leaf(3.0), leaf(4.0), leaf(5.0)
    z = a * x + b
    node = z.grad_fn
    z.backward()
    with pytest.raises(RuntimeError, match=FREED):
        z.backward()
    assert (x.grad, b.grad) == (4, 2)
    assert z.grad_fn is node and all(head for head, _ in node.next_functions)


def test_a_product_saves_a_factor_for_each_input_that_needs_grad():
    w, x = leaf(2.0), leaf(3.0)
    both, y = (w * x).grad_fn, x * 2
    assert (both._saved_self, both._saved_other) == (2, 3)
    assert y.grad_fn._saved_other == 2 and y.grad_fn._saved_self is None
    y.backward()
    with pytest.raises(RuntimeError, match=FREED):
        _ = y.grad_fn._saved_other


@pytest.mark.parametrize(
    ("trained", "activation", "size"),
    [
        ("all", nn.ReLU, 200_000),
        ("none", nn.ReLU, 0),
        ("last", nn.ReLU, 40_000),
        ("first", nn.ReLU, 200_000),
        ("all", nn.SiLU, 380_000),
        ("first", nn.SiLU, 200_000),
        ("all", nn.Identity, 180_000),
        ("first", nn.Identity, 0),
    ],
)
def test_what_ten_layers_save_beside_weights_and_data(trained, activation, size):
    layers = [layer for _ in range(10) for layer in (nn.Linear(50, 50), activation())]
    net, x = nn.Sequential(*layers), torch.rand(100, 50)
    for number, layer in enumerate(layers):
        of = {"all": True, "none": False, "last": number == 18, "first": number == 0}
        layer.requires_grad_(of[trained])
    old = {each.untyped_storage().data_ptr() for each in [*net.parameters(), x]}
    new = {}

    def note(tensor):
        memory = tensor.untyped_storage()
        if memory.data_ptr() not in old:
            new[memory.data_ptr()] = memory.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        y = net(x)
    assert sum(new.values()) == size
    del y


def carry_on(
    retain: bool, optimize: bool, detach: bool = False, ask: bool = False
) -> tuple[int, str]:
    """Train a cell that carries its state on for four steps; return how many it took, and why.

    `ask`: whether the first state requires grad.
    """
    torch.manual_seed(0)
    cell, h = nn.RNNCell(1, 1), torch.zeros(1, 1, requires_grad=ask)
    optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
    for step in range(4):
        h = cell(torch.rand(1, 1), h.detach() if detach else h)
        optimizer.zero_grad()
        try:
            (h**2).sum().backward(retain_graph=retain)
        except RuntimeError as error:
            return step, str(error)
        if optimize:
            optimizer.step()
    return 4, ""


def test_a_state_that_is_carried_on_brings_the_famous_error():
    steps, why = carry_on(retain=False, optimize=True)
    assert steps == 1 and FREED in why and "retain_graph=True" in why


def test_retain_graph_brings_another_error_where_an_optimizer_moves_the_weights():
    steps, why = carry_on(retain=True, optimize=True)
    assert steps == 2 and CHANGED in why
    assert carry_on(retain=True, optimize=False) == (4, ""), "and none where nobody does"


def test_the_first_step_saves_no_weight_so_the_second_one_works():
    cell, h, saved = nn.RNNCell(1, 1), torch.zeros(1, 1), []
    names = {each.data_ptr(): name for name, each in cell.named_parameters()}

    def note(tensor):
        saved[-1].add(names.get(tensor.data_ptr()))
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        for _ in range(3):
            saved.append(set())
            h = cell(torch.rand(1, 1), h)
    assert [each - {None} for each in saved] == [set(), {"weight_hh"}, {"weight_hh"}]
    assert carry_on(retain=True, optimize=True)[0] == 2


def test_the_loop_fails_a_step_earlier_if_the_first_state_requires_grad():
    steps, why = carry_on(retain=True, optimize=True, ask=True)
    assert steps == 1 and CHANGED in why


def test_detach_is_the_cure():
    assert carry_on(retain=False, optimize=True, detach=True) == (4, "")


@pytest.mark.parametrize(("detach", "counts"), [(False, [1, 2, 3, 4]), (True, [1, 1, 1, 1])])
def test_with_retain_graph_each_step_goes_through_all_before_it(detach, counts):
    w, h, asked = leaf(0.5), torch.tensor(1.0), []

    def ask(tensor):
        asked[-1] += 1
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, ask):
        for _ in range(4):
            asked.append(0)
            h = torch.exp((h.detach() if detach else h) + w)
            h.backward(retain_graph=True)
    assert asked == counts


def test_an_optimizer_changes_its_weights_in_place_and_that_is_counted():
    w = leaf(1.0)
    optimizer, before, place = torch.optim.SGD([w], lr=0.1), w._version, w.data_ptr()
    (w * 2).backward()
    optimizer.step()
    assert w._version > before and w.data_ptr() == place and w.is_leaf
    assert round(w.item(), 6) == 0.8 == 1.0 - 0.1 * w.grad.item()


# ---- notebook 4: who brings the slopes ---------------------------------------------------------


def test_a_module_has_no_backward_and_a_linear_layer_leaves_two_nodes():
    layer = nn.Linear(2, 2)
    assert not hasattr(layer, "backward")
    node = layer(torch.ones(1, 2)).grad_fn
    names = [head.name() for head, _ in node.next_functions if head]
    assert node.name() == "AddmmBackward0"
    assert names == ["torch::autograd::AccumulateGrad", "TBackward0"]


class Square(torch.autograd.Function):
    """The square, computed by NumPy."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.as_tensor(x.detach().numpy() ** 2)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * 2 * x


def test_a_function_may_leave_torch():
    x = leaf(1.0, 2.0)
    y = Square.apply(x)
    y.sum().backward()
    assert type(y.grad_fn).__name__ == "SquareBackward" and x.grad.tolist() == [2, 4]
    x = leaf(3.0)
    Square.apply(x).backward()
    assert x.grad == 6


class Kept(torch.autograd.Function):
    """The square, with a tensor as an attribute of ctx; which one, `keep` says."""

    keep = "input"

    @staticmethod
    def forward(ctx, x):
        y = x * x
        ctx.kept = {"input": x, "output": y}[Kept.keep]
        return y

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 2 * ctx.kept


def test_a_tensor_kept_as_an_attribute_gives_a_wrong_gradient_after_a_change():
    w = leaf(2.0)
    x = w.clone()
    y = Kept.apply(x)
    x.add_(1)
    y.backward()
    assert w.grad == 6, "of 2 it is 4"
    x = w.clone()
    y = Square.apply(x)
    x.add_(1)
    with pytest.raises(RuntimeError, match=CHANGED):
        y.backward()


def test_an_output_kept_as_an_attribute_lives_until_the_garbage_collector_comes(monkeypatch):
    monkeypatch.setattr(Kept, "keep", "output")
    gc.disable()
    try:
        y = Kept.apply(leaf(2.0))
        y.backward()
        there = weakref.ref(y)
        del y
        assert there() is not None
    finally:
        gc.enable()
    gc.collect()
    assert there() is None


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (torch.relu, 0),
        (lambda x: x.clamp(min=0), 1),
        (lambda x: torch.maximum(x, torch.zeros(())), 0.5),
    ],
    ids=["relu", "clamp", "maximum"],
)
def test_the_slope_at_a_corner(function, slope):
    x = leaf(0.0)
    function(x).backward()
    assert x.grad == slope


def test_where_an_operation_is_recorded():
    headers = Path(torch.__file__).parent / "include/torch/csrc/autograd"
    assert "collect_next_edges(" in (headers / "function.h").read_text()
    assert "void set_history(" in (headers / "functions/utils.h").read_text()


def test_hooks_of_a_tensor_run_in_the_order_in_which_they_were_registered():
    t, seen = leaf(1.0), []
    t.register_hook(lambda gradient: gradient * 2)
    t.register_hook(lambda gradient: seen.append(gradient.item()))
    (t * 3).backward()
    assert seen == [6] and t.grad == 6


class Keeps(torch.autograd.Function):
    """The sigmoid's square; its backward uses what forward computed."""

    @staticmethod
    def forward(ctx, x):
        s = torch.sigmoid(x)
        ctx.save_for_backward(s)
        return s * s

    @staticmethod
    def backward(ctx, grad_output):
        (s,) = ctx.saved_tensors
        return grad_output * 2 * s * s * (1 - s)


def test_what_forward_computed_is_a_constant_for_a_second_backward():
    x = torch.linspace(-1, 1, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(Keeps.apply, x)
    assert not torch.autograd.gradgradcheck(Keeps.apply, x, raise_exception=False)


def test_a_hook_clips_each_entry_and_clip_grad_norm_keeps_the_direction():
    w = torch.tensor([3.0, 4.0], requires_grad=True)
    handle = w.register_hook(lambda gradient: gradient.clamp(-1, 1))
    (w**2).sum().backward()
    assert w.grad.tolist() == [1, 1]
    handle.remove()
    w.grad = None
    (w**2).sum().backward()
    torch.nn.utils.clip_grad_norm_([w], max_norm=1.0)
    assert torch.allclose(w.grad, torch.tensor([0.6, 0.8]), atol=1e-5)


def test_a_hook_that_returns_none_lets_the_gradient_pass():
    t, seen = leaf(5.0), []
    t.register_hook(seen.append)
    (t * 2).backward()
    assert t.grad == 2 and seen == [2]


class Two(torch.autograd.Function):
    """A function of a tensor and a float; `returned` is what its backward returns."""

    returned: tuple = ()

    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        return x.clone()

    @staticmethod
    def backward(ctx, grad_output):
        torch.sigmoid(ctx.saved_tensors) if Two.returned is None else None
        return Two.returned


@pytest.mark.parametrize(
    ("returned", "error", "said"),
    [
        (
            (torch.ones(()),),
            RuntimeError,
            r"an incorrect number of gradients \(expected 2, got 1\)",
        ),
        (
            (torch.ones(()), torch.ones(())),
            RuntimeError,
            "returned a gradient different than None at position 2, but the corresponding "
            "forward input was not a Variable",
        ),
        (None, TypeError, r"argument 'input' \(position 1\) must be Tensor, not tuple"),
    ],
)
def test_the_errors_of_a_function_of_your_own(returned, error, said):
    Two.returned = returned
    with pytest.raises(error, match=said):
        Two.apply(leaf(1.0), 2.0).backward()


def test_the_error_of_a_function_without_a_backward():
    class Half(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    with pytest.raises(
        NotImplementedError, match="You must implement either the backward or vjp method"
    ):
        Half.apply(leaf(1.0)).backward()


def test_gradcheck_needs_double_precision():
    x = torch.tensor([0.3, 1.6, 2.2])
    with pytest.warns(UserWarning):
        single = torch.autograd.gradcheck(
            torch.sin, x.clone().requires_grad_(), raise_exception=False
        )
    assert not single and torch.autograd.gradcheck(torch.sin, x.double().requires_grad_())


# ---- notebook 5: training ----------------------------------------------------------------------


def test_zero_grad_makes_grad_none_and_step_moves_only_by_what_is_there():
    w = leaf(2.0)
    optimizer = torch.optim.SGD([w], lr=0.1)
    (w * w).backward()
    optimizer.zero_grad()
    assert w.grad is None
    optimizer.step()
    assert w.item() == 2


def test_an_optimizer_refuses_a_result():
    with pytest.raises(ValueError, match="can't optimize a non-leaf Tensor"):
        torch.optim.SGD([leaf(1.0) * 2], lr=0.1)


def test_eval_changes_the_layers_and_no_grad_the_record():
    torch.manual_seed(0)
    net, x = nn.Sequential(nn.BatchNorm1d(3), nn.Dropout(0.5)), torch.rand(8, 3)
    mean = net[0].running_mean.clone()
    with torch.no_grad():
        assert not torch.equal(net(x), net(x)), "no_grad leaves the layers in their mode"
    assert not torch.equal(net[0].running_mean, mean), "and the running means move"
    net.eval()
    mean = net[0].running_mean.clone()
    y = net(x)
    assert torch.equal(y, net(x)) and torch.equal(net[0].running_mean, mean)
    assert y.requires_grad, "evaluation mode records"


def test_dropout_scales_up_what_it_does_not_drop():
    torch.manual_seed(0)
    assert set(nn.Dropout(0.5)(torch.ones(100)).tolist()) == {0, 2}


def test_no_grad_changes_numbers_by_rounding_at_most():
    torch.manual_seed(0)
    net, x = nn.TransformerEncoderLayer(8, 2, 16).eval(), torch.rand(5, 3, 8)
    with torch.no_grad():
        y = net(x)
    assert torch.allclose(net(x), y, atol=1e-5)


def test_a_frozen_batch_norm_in_training_mode_moves_its_running_mean():
    layer, x = nn.BatchNorm1d(3).requires_grad_(False), torch.rand(8, 3)
    mean = layer.running_mean.clone()
    layer(x)
    assert not torch.equal(layer.running_mean, mean)
    mean = layer.eval().running_mean.clone()
    layer(x)
    assert torch.equal(layer.running_mean, mean)


def test_a_step_moves_a_frozen_parameter_whose_grad_is_filled():
    w = leaf(2.0)
    optimizer = torch.optim.SGD([w], lr=0.1)
    (w * w).backward()
    w.requires_grad_(False)
    optimizer.step()
    assert round(w.item(), 6) == 1.6
    w.grad = None
    optimizer.step()
    assert round(w.item(), 6) == 1.6


def test_train_and_eval_switch_every_layer():
    net = nn.Sequential(nn.Linear(1, 2), nn.BatchNorm1d(2).eval())
    net.train(True)
    assert net[1].training and not any(layer.training for layer in net.eval().modules())


def test_backward_frees_what_nodes_saved_and_the_nodes_stay():
    w = leaf(2.0)
    y = torch.exp(w)
    loss = y * y
    loss.backward()
    node = loss.grad_fn
    assert [head.name() for head, _ in node.next_functions] == ["ExpBackward0"] * 2
    with pytest.raises(RuntimeError, match=FREED):
        _ = node._saved_self


def test_what_inference_mode_makes_cannot_be_saved_for_backward():
    with torch.inference_mode():
        t = torch.ones(2) * 2
    with pytest.raises(RuntimeError, match=r"[Ii]nference tensors"):
        (leaf(1.0, 2.0) * t).sum().backward()


@pytest.mark.parametrize(("how", "ends"), [("data", 6), ("detach", None), ("no_grad", None)])
def test_only_data_hides_a_change_from_backward(how, ends):
    w = leaf(2.0)
    y = w * w
    if how == "data":
        w.data.add_(1)
    elif how == "detach":
        w.detach().add_(1)
    else:
        with torch.no_grad():
            w.add_(1)
    if ends is None:
        with pytest.raises(RuntimeError, match=CHANGED):
            y.backward()
    else:
        y.backward()
        assert w.grad == ends, "where 4 would be right"
