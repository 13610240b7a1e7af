"""What the notebooks of simple-grad say of PyTorch is what PyTorch does.

Needs torch and pytest, and nothing of this repository. A sentence of a notebook that names a
behavior of PyTorch has its test here, unless a cell beside it prints that behavior.
"""

import gc
import inspect
import threading
import weakref

import pytest
import torch
import torch.utils.checkpoint
from torch.autograd.functional import jacobian

A, B = [1.0, 2.0], [3.0, 4.0]


def pair() -> list[torch.Tensor]:
    """The two leaves of the notebooks."""
    return [torch.tensor(numbers, requires_grad=True) for numbers in (A, B)]


# ---- notebook 1 --------------------------------------------------------------------------------


def test_the_function_grad_runs_no_accumulate_grad_and_backward_does():
    x = torch.tensor(2.0, requires_grad=True)
    loss = x * 3
    [(leaf, _), _] = loss.grad_fn.next_functions
    ran = []
    leaf.register_hook(lambda *_: ran.append(leaf.name()))
    torch.autograd.grad(loss, [x], retain_graph=True)
    assert ran == [] and x.grad is None
    loss.backward()
    assert ran == ["torch::autograd::AccumulateGrad"] and x.grad == 3


def test_only_what_the_loss_was_computed_from_is_visited():
    x = torch.tensor(2.0, requires_grad=True)
    ran = []
    loss, beside = x * 3, x * 5
    for name, one in [("loss", loss), ("beside", beside)]:
        one.grad_fn.register_prehook(lambda _, name=name: ran.append(name))
    loss.backward()
    assert ran == ["loss"]


def test_the_options_of_the_function_grad():
    a, b = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    with pytest.raises(RuntimeError, match="allow_unused=True"):
        torch.autograd.grad(a * a, [a, b])
    for recorded in (False, True):
        first, unused = torch.autograd.grad(a * a, [a, b], allow_unused=True, create_graph=recorded)
        assert unused is None and first.requires_grad is recorded
    loss = a * a
    torch.autograd.grad(loss, [a])
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        torch.autograd.grad(loss, [a])
    total = a + b  # nothing is saved, so nothing is missing
    assert torch.autograd.grad(total, [a]) == torch.autograd.grad(total, [a]) == (1,)
    for option in ("retain_graph", "create_graph"):
        loss = a * a
        torch.autograd.grad(loss, [a], **{option: True})
        assert torch.autograd.grad(loss, [a]) == (4,)


def test_of_the_nodes_that_are_ready_the_one_recorded_last_goes_first():
    x = torch.tensor(1.0, requires_grad=True)
    p, q, r = x * 1, x * 2, x * 3
    numbers = [one.grad_fn._sequence_nr() for one in (p, q, r)]
    assert numbers == sorted(numbers)
    asked = []
    for name, one in [("p", p), ("q", q), ("r", r)]:
        one.grad_fn.register_prehook(lambda _, name=name: asked.append(name))
    ((q + r) + p).backward()
    assert asked == ["r", "q", "p"]


def test_a_leafs_node_goes_first_and_each_thread_counts_for_itself():
    x, y = torch.tensor(1.0, requires_grad=True), torch.tensor(2.0, requires_grad=True)
    p, q = x * 1, x * 2
    asked = []
    for name, one in [("p", p), ("q", q)]:
        one.grad_fn.register_prehook(lambda _, name=name: asked.append(name))
    leaf = torch.autograd.graph.get_gradient_edge(y).node
    leaf.register_prehook(lambda _: asked.append("leaf"))
    ((p + q) + y).backward()
    assert asked == ["leaf", "q", "p"]
    numbers = []

    def elsewhere():
        numbers.extend((x * k).grad_fn._sequence_nr() for k in (1, 2))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert numbers == [0, 1] and (x * 3).grad_fn._sequence_nr() > 1


# ---- notebook 2 --------------------------------------------------------------------------------


class Packed:
    """Stands for a tensor that a node keeps."""

    def __init__(self, tensor: torch.Tensor) -> None:
        self.tensor = tensor


def test_the_graph_goes_when_the_loss_goes():
    kept = []

    def pack(tensor):
        packed = Packed(tensor.detach())  # a result itself would hold its own node
        kept.append(weakref.ref(packed))
        return packed

    x = torch.ones(3, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda packed: packed.tensor):
        loss = (x * x).exp().sum()
    gc.collect()
    assert kept and all(one() is not None for one in kept)
    del loss
    gc.collect()
    assert all(one() is None for one in kept)


@pytest.mark.parametrize("operator", [torch.relu, torch.exp, torch.sum, lambda a: a * a])
def test_a_way_back_is_v_times_j_and_makes_zeros_of_zeros(operator):
    x = torch.tensor([-1.0, 2.0, 0.5], requires_grad=True)
    result = operator(x)
    table = jacobian(operator, x.detach()).reshape(result.numel(), 3)
    for v in (torch.full_like(result, 5.0), torch.zeros_like(result)):
        (back,) = torch.autograd.grad(result, [x], v, retain_graph=True)
        assert torch.allclose(back, v.reshape(1, -1) @ table)
    assert not back.any()


def test_zero_times_an_infinite_slope_is_nan():
    x = torch.zeros(2, requires_grad=True)
    for result in ((x.sqrt() * 0).sum(), torch.where(x > 1, x.sqrt(), x).sum()):
        (gradient,) = torch.autograd.grad(result, [x])
        assert gradient.isnan().all()


def test_forward_mode_is_j_times_u():
    def program(x):
        return (x * x).exp()

    x, u = torch.tensor([0.5, 1.0]), torch.tensor([2.0, -1.0])
    _, moved = torch.func.jvp(program, (x,), (u,))
    assert torch.allclose(moved, jacobian(program, x) @ u)


# ---- notebook 3 --------------------------------------------------------------------------------


def test_a_change_through_data_is_not_counted_and_the_gradient_is_wrong():
    x = torch.tensor(0.5, requires_grad=True)
    y = x.exp()
    version = y._version
    y.data.mul_(100)
    assert y._version == version
    y.backward()
    assert torch.isclose(x.grad, 100 * x.detach().exp())


def test_a_change_through_numpy_is_not_counted_either():
    factor, x = torch.tensor([3.0]), torch.tensor([0.5], requires_grad=True)
    y = x * factor
    factor.numpy()[0] = 300
    assert factor._version == 0
    y.backward()
    assert x.grad == 300


def test_an_inference_tensor_has_no_version():
    with torch.inference_mode():
        tensor = torch.ones(1)
    with pytest.raises(RuntimeError, match="do not track version counter"):
        _ = tensor._version


def test_a_checkpoint_notices_that_an_input_was_changed():
    a, b = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0)
    product = torch.utils.checkpoint.checkpoint(lambda a, b: a * b * b, a, b, use_reentrant=False)
    b.mul_(100)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.backward()


@pytest.mark.parametrize("use_reentrant", [True, False])
def test_a_checkpoint_does_not_notice_a_change_of_what_its_function_closes_over(use_reentrant):
    a, b = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0])
    product = torch.utils.checkpoint.checkpoint(lambda a: a * b, a, use_reentrant=use_reentrant)
    b.mul_(100)
    product.sum().backward()
    assert a.grad.tolist() == [300, 400]


def test_a_view_shares_its_version_with_what_it_is_a_view_of():
    y = torch.ones(3)
    view = y[0]
    view.mul_(5)
    assert y._version == view._version == 1
    assert y.tolist() == [5, 1, 1]


def test_an_operator_that_makes_its_value_again_does_not_notice_a_change():
    class Exp(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x.exp()

        @staticmethod
        def backward(ctx, grad):
            [x] = ctx.saved_tensors
            return grad * x.exp()

    x = torch.tensor(0.5, requires_grad=True)
    y = Exp.apply(x)
    slope = y.detach().clone()
    with torch.no_grad():
        y.mul_(100)
    y.backward()
    assert torch.isclose(x.grad, slope)


# ---- notebook 4 --------------------------------------------------------------------------------


def test_the_documentation_of_save_for_backward_names_both_cures():
    text = " ".join(torch.autograd.function.FunctionCtx.save_for_backward.__doc__.split())
    assert "neither inputs nor outputs" in text
    assert "may not support double backward" in text
    assert "either recompute intermediaries" in text
    assert "return the intermediaries as the outputs" in text


@pytest.mark.parametrize("materialize", [True, False])
def test_a_function_gets_zeros_for_none_unless_it_says_otherwise(materialize):
    got = []

    class Two(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(materialize)
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, first, second):
            got.append(second)
            return first * 2

    Two.apply(torch.ones(2, requires_grad=True))[0].sum().backward()
    [second] = got
    assert second.tolist() == [0, 0] if materialize else second is None


def test_a_function_that_is_differentiable_once_says_so():
    class Once(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx, grad):
            return 2 * ctx.saved_tensors[0] * grad

    x = torch.tensor(3.0, requires_grad=True)
    [slope] = torch.autograd.grad(Once.apply(x) * x, [x], create_graph=True)
    assert slope == 27
    with pytest.raises(RuntimeError, match="once_differentiable"):
        slope.backward()


def test_a_checkpoint_keeps_its_inputs_and_makes_the_rest_again():
    calls = []

    def part(x):
        calls.append(len(calls))
        return (x * x).exp()

    x = torch.tensor(0.5, requires_grad=True)
    y = torch.utils.checkpoint.checkpoint(part, x, use_reentrant=False)
    assert len(calls) == 1
    y.backward()
    assert len(calls) == 2
    assert torch.isclose(x.grad, 2 * x.detach() * y.detach())


@pytest.mark.parametrize("recomputed", [False, True])
def test_who_recomputes_keeps_the_inputs(recomputed):
    w = torch.ones(1000, requires_grad=True)
    large = w * 1.0
    kept = weakref.ref(large)

    def part(large, b):
        return large.sum() * b

    b = torch.tensor(2.0, requires_grad=True)
    if recomputed:
        result = torch.utils.checkpoint.checkpoint(part, large, b, use_reentrant=False)
    else:
        result = part(large, b)
    del large
    gc.collect()
    assert (kept() is not None) is recomputed
    assert result == 2000


# ---- notebook 5 --------------------------------------------------------------------------------


def test_a_function_is_told_which_inputs_need_a_gradient_and_data_has_no_node():
    told = []

    class Product(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, w):
            return x * w

        @staticmethod
        def backward(ctx, grad):
            told.append(ctx.needs_input_grad)
            return None, grad

    data, weight = torch.ones(2), torch.ones(2, requires_grad=True)
    Product.apply(data, weight).sum().backward()
    assert told == [(False, True)]
    assert (data * 2).grad_fn is None and (weight * 2).grad_fn is not None


@pytest.fixture
def lists():
    """Compile by AOTAutograd; gives the compiled function, and what the two compilers got."""
    compile_module = pytest.importorskip("functorch.compile")

    def lists_of(function, **options):
        got = {}

        def compiler(which):
            def keep(module, inputs):
                def run(*arguments):
                    got[f"{which} ran with"] = arguments
                    return module.forward(*arguments)

                got[which] = module, inputs
                return compile_module.make_boxed_func(run)

            return keep

        forward, backward = compiler("forward"), compiler("backward")
        return compile_module.aot_function(function, forward, backward, **options), got

    return lists_of


def returned(module: torch.fx.GraphModule) -> list[str]:
    """The names of what a list of steps returns."""
    [output] = [node for node in module.graph.nodes if node.op == "output"]
    return [str(one) for one in output.args[0]]


def test_forward_returns_what_backward_reads_and_runs_without_numbers(lists):
    function, got = lists(lambda a, b: (a + b) * b)
    leaves = pair()
    gradients = torch.autograd.grad(function(*leaves).sum(), leaves)
    assert [one.tolist() for one in gradients] == [[3, 4], [7, 10]]
    module, inputs = got["forward"]
    assert returned(module) == ["mul", "primals_2", "add"]
    assert {type(one).__name__ for one in inputs} == {"FakeTensor"}
    taken = [node.name for node in got["backward"][0].graph.nodes if node.op == "placeholder"]
    assert taken == ["primals_2", "add", "tangents_1"]
    # The notebook's own list has these two the other way round: the rule of mul begins with its a.
    steps = [n for n in got["backward"][0].graph.nodes if n.op == "call_function"]
    factors = [[str(each) for each in node.all_input_nodes] for node in steps[:2]]
    assert factors == [["tangents_1", "add"], ["tangents_1", "primals_2"]]


@pytest.mark.soak
def test_what_is_handed_over_and_what_is_made_again_is_the_choice_of_the_partitioner(lists):
    from functorch.compile import min_cut_rematerialization_partition

    function, got = lists(
        lambda a, b: (a + b) * b, partition_fn=min_cut_rematerialization_partition
    )
    leaves = pair()
    torch.autograd.grad(function(*leaves).sum(), leaves)
    assert "add" not in returned(got["forward"][0])
    assert sum("add" in node.name for node in got["backward"][0].graph.nodes) == 2


def fused(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The aggregate of notebook 4: t * t + a, with t = a * b."""
    t = a * b
    return t * t + a


def test_of_the_values_inside_t_times_t_plus_a_only_t_is_kept_for_backward(lists):
    function, got = lists(fused)
    leaves = pair()
    torch.autograd.grad(function(*leaves).sum(), leaves)
    module, _ = got["forward"]
    steps = [node.name for node in module.graph.nodes if node.op == "call_function"]
    assert steps == ["mul", "mul_1", "add"]
    assert set(returned(module)) & set(steps) == {"add", "mul"}


@pytest.mark.soak
def test_if_backward_makes_t_again_no_value_inside_is_kept(lists):
    from functorch.compile import min_cut_rematerialization_partition

    function, got = lists(fused, partition_fn=min_cut_rematerialization_partition)
    leaves = pair()
    torch.autograd.grad(function(*leaves).sum(), leaves)
    assert set(returned(got["forward"][0])) == {"add", "primals_1", "primals_2"}


def test_second_gradients_are_refused(lists):
    function, _ = lists(lambda a, b: (a + b) * b)
    leaves = pair()
    first = torch.autograd.grad(function(*leaves).sum(), leaves, create_graph=True)
    with pytest.raises(RuntimeError, match="does not currently support double backward"):
        torch.autograd.grad(sum((one * one).sum() for one in first), leaves)


@pytest.mark.soak
def test_torch_compile_compiles_anew_when_what_it_relied_on_changes():
    compiled = []

    def backend(module, inputs):
        compiled.append(len(inputs))
        return module.forward

    function = torch.compile(lambda a, b: (a + b) * b, backend=backend)
    for numbers in (torch.ones(2), torch.ones(2), torch.ones(2, dtype=torch.float64)):
        assert function(numbers, numbers).tolist() == [2, 2]
    assert len(compiled) == 2


@pytest.mark.soak
def test_torch_compile_sees_a_mask_and_guards_numbers_and_branches():
    compiled = []

    def backend(module, inputs):
        compiled.append(len(inputs))
        return module.forward

    masked = torch.compile(lambda a: a * (a > 0).to(a.dtype), backend=backend)
    for numbers in ([1.0, -2.0], [-1.0, 2.0], [-1.0, -2.0]):
        a = torch.tensor(numbers)
        assert masked(a).equal(a.clamp(min=0))
    assert len(compiled) == 1

    def flagged(a, double):
        return a * 2 if double else a * 3

    flagged = torch.compile(flagged, backend=backend)
    for double, right in [(True, 2), (True, 2), (False, 3)]:
        assert flagged(torch.ones(1), double) == right
    assert len(compiled) == 3


@pytest.mark.soak
def test_torch_compile_reads_a_function_before_python_runs_it():
    ran, at_compilation = [], []

    def backend(module, inputs):
        at_compilation.append(list(ran))
        return module.forward

    def function(a):
        ran.append("ran")
        return a + 1

    # The compiled function writes `ran` anew, so what the backend saw needs a list of its own.
    torch.compile(function, backend=backend)(torch.ones(2))
    assert at_compilation == [[]] and ran == ["ran"]


@pytest.mark.soak
def test_torch_compile_lets_a_min_cut_partitioner_choose():
    from torch._inductor import compile_fx

    assert "min_cut_rematerialization_partition(" in inspect.getsource(compile_fx)


def graphs_of(function, calls):
    """Return how many lists torch.compile has made of a function after each of some calls."""
    torch._dynamo.reset()
    made, counts = [], []

    def backend(module, inputs):
        made.append(len(inputs))
        return module.forward

    compiled = torch.compile(function, backend=backend)
    for arguments in calls:
        compiled(*arguments)
        counts.append(len(made))
    return counts


@pytest.mark.soak
def test_a_branch_that_depends_on_a_tensor_ends_the_list():
    def branch(a):
        return a * a if a.sum() > 0 else a * -1.0

    explained = torch._dynamo.explain(branch)(torch.tensor([1.0, 2.0]))
    assert (explained.graph_count, explained.graph_break_count) == (2, 1)
    up, down = torch.tensor([1.0, 2.0]), torch.tensor([-1.0, -2.0])
    # One list before the branch, one for each way behind it; the first is used again.
    assert graphs_of(branch, [(up,), (down,), (up,), (down,)]) == [2, 3, 3, 3]
    torch._dynamo.reset()
    with pytest.raises(torch._dynamo.exc.Unsupported, match="Data-dependent branching"):
        torch.compile(branch, backend="eager", fullgraph=True)(up)


@pytest.mark.soak
def test_at_a_second_size_or_number_a_list_for_all_of_them_is_made():
    sizes = [(torch.ones(size),) for size in (3, 4, 5, 6, 7)]
    assert graphs_of(lambda a: a * 2, sizes) == [1, 2, 2, 2, 2]
    small = [(torch.ones(size),) for size in (3, 4, 1, 1, 0, 7)]
    assert graphs_of(lambda a: a * 2, small) == [1, 2, 3, 3, 4, 4]
    numbers = [(torch.ones(3), number) for number in (1.5, 2.5, 3.5, 4.5)]
    assert graphs_of(lambda a, number: a * number, numbers) == [1, 2, 2, 2]


@pytest.mark.soak
def test_a_guard_fails_for_another_dtype():
    calls = [(torch.ones(3),), (torch.ones(3, dtype=torch.float64),), (torch.ones(3),)]
    assert graphs_of(lambda a: a * 2, calls) == [1, 2, 2]


def test_a_change_in_place_is_a_new_value_on_the_list(lists):
    def in_place(a, b):
        t = a * b
        t.add_(1.0)
        return t * b

    function, got = lists(in_place)
    function(*pair())
    graph = got["forward"][0].graph
    steps = [node.target.__name__ for node in graph.nodes if node.op == "call_function"]
    assert steps == ["mul.Tensor", "add.Tensor", "mul.Tensor"]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("function", "saved"),
    [
        (lambda a, b: (a + b) * b, [A, B]),
        (lambda a, b: (a * b).exp() * a, [A, B]),
        (lambda a, b: (a + b).sum() * b, [B, 10.0]),
    ],
)
def test_torch_compile_makes_one_node_that_refuses_second_gradients(function, saved):
    """The backend is Inductor's, without its machine code."""
    torch._dynamo.reset()
    leaves = pair()
    result = torch.compile(function, backend="aot_eager_decomp_partition")(*leaves)
    assert result.grad_fn.name() == "CompiledFunctionBackward"
    assert [one.tolist() for one in result.grad_fn.saved_tensors] == saved
    first = torch.autograd.grad(result.sum(), leaves, create_graph=True)
    with pytest.raises(RuntimeError, match="does not currently support double backward"):
        torch.autograd.grad(sum((one * one).sum() for one in first), leaves)


@pytest.mark.soak
def test_the_partitioner_repeats_no_matrix_product():
    torch._dynamo.reset()
    a = (2 * torch.eye(2)).requires_grad_()
    b = torch.ones(2, 2).requires_grad_()
    function = torch.compile(lambda a, b: (a @ b) ** 2, backend="aot_eager_decomp_partition")
    saved = function(a, b).grad_fn.saved_tensors
    assert any(one.equal(torch.full((2, 2), 2.0)) for one in saved)


def test_one_backward_for_two_outputs_receives_zeros_for_the_one_that_was_not_used(lists):
    function, got = lists(lambda a, b: (a * b, a + b))
    leaves = pair()
    product, _ = function(*leaves)
    torch.autograd.grad(product.sum(), leaves)
    taken = [node.name for node in got["backward"][0].graph.nodes if node.op == "placeholder"]
    [upstream] = [place for place, name in enumerate(taken) if name == "tangents_2"]
    assert got["backward ran with"][upstream].tolist() == [0, 0]
