"""What PyTorch's own compiler makes of a function: lists of steps, and one node.

Entry points: `print_lists`, `print_forward`, `print_node`. PyTorch's compiler takes seconds to
import, and no points depend on what it prints. So while notebooks are graded or validated, and
where it doesn't run, they print what was recorded with the version that the text names.
"""

import torch

from .show import graded_or_validated
from .wording import DIGITS_OF_LISTS, text_of

RECORDED = """recorded with torch 2.13.0
forward(primals_1, primals_2)
    add = add(primals_1, primals_2)
    mul = mul(add, primals_2)
    return mul, primals_2, add
backward(primals_2, add, tangents_1)
    mul_1 = mul(tangents_1, add)
    mul_2 = mul(tangents_1, primals_2)
    add_1 = add(mul_1, mul_2)
    return mul_2, add_1
"""
IN_PLACE = """recorded with torch 2.13.0
forward(primals_1, primals_2)
    mul = mul(primals_1, primals_2)
    add = add(mul)
    mul_1 = mul(add, primals_2)
    return mul_1, primals_1, primals_2, add
"""
NODES = """recorded with torch 2.13.0
(a + b) * b: CompiledFunctionBackward
    its next nodes: AccumulateGrad, AccumulateGrad
    its saved tensors: [1, 2], [3, 4]
exp(a * b) * a: CompiledFunctionBackward
    its next nodes: AccumulateGrad, AccumulateGrad
    its saved tensors: [1, 2], [3, 4]
sum(a + b) * b: CompiledFunctionBackward
    its next nodes: AccumulateGrad, AccumulateGrad
    its saved tensors: [3, 4], 10
"""


def print_lists(function, *values):
    """Print AOTAutograd's two lists for a function, its gradients, and the error for second ones.

    values: the tensors that the function is called with.
    """

    def rows():
        leaves = leaves_of(values)
        lists = []
        traced = ahead_of_time(function, lists)
        first = torch.autograd.grad(traced(*leaves).sum(), leaves, create_graph=True)
        yield from lists
        yield f"dL0, PyTorch: {[gradient.tolist() for gradient in first]}"
        try:
            second = torch.autograd.grad(sum((one * one).sum() for one in first), leaves)
            yield f"dL1, PyTorch: {[gradient.tolist() for gradient in second]}"
        except RuntimeError as error:
            yield f"dL1, PyTorch: {error}"

    print_rows(rows, RECORDED)


def print_forward(function, *values):
    """Print AOTAutograd's list of forward for a function."""

    def rows():
        lists = []
        ahead_of_time(function, lists)(*leaves_of(values))
        yield lists[0]

    print_rows(rows, IN_PLACE)


def print_node(functions, *values):
    """Print the node that torch.compile makes of each function, and what it saves.

    functions: {title: function of tensors}.
    """
    # What torch.compile does by itself, but for Inductor's machine code. Without Inductor's
    # decompositions, a `detach` in the list of exp hides from the partitioner that exp is cheap.
    backend = "aot_eager_decomp_partition"

    def rows():
        for title, function in functions.items():
            node = torch.compile(function, backend=backend)(*leaves_of(values)).grad_fn
            following = [other.name().split(":")[-1] for other, _ in node.next_functions]
            saved = [text_of(tensor.tolist(), DIGITS_OF_LISTS) for tensor in node.saved_tensors]
            yield f"{title}: {node.name()}"
            yield f"    its next nodes: {', '.join(following)}"
            yield f"    its saved tensors: {', '.join(saved)}"

    print_rows(rows, NODES)


def print_rows(rows, recorded):
    """Print rows of text, or `recorded` where PyTorch's compiler isn't used or doesn't run.

    rows: a function that yields the rows.
    """
    text = recorded
    if not graded_or_validated():
        try:
            text = "\n".join(rows())
        except (ImportError, RuntimeError):
            text = recorded
    print(text)


def leaves_of(values):
    """Return copies of tensors that require grad."""
    return [value.clone().requires_grad_() for value in values]


def ahead_of_time(function, lists):
    """Return a function that AOTAutograd compiles when it is first called.

    lists: a list that gets the list of forward as text, and later that of backward.
    """
    from functorch.compile import aot_function, make_boxed_func

    def compiler(title):
        def compile_list(module, inputs):
            lists.append(list_as_text(title, module.graph))
            return make_boxed_func(module.forward)

        return compile_list

    return aot_function(function, compiler("forward"), compiler("backward"))


def list_as_text(title, graph):
    """Return a list of steps of AOTAutograd as text."""
    taken = [node.name for node in graph.nodes if node.op == "placeholder"]
    rows = [f"{title}({', '.join(taken)})"]
    for node in graph.nodes:
        arguments = ", ".join(map(str, node.all_input_nodes))
        if node.op == "call_function":
            rows.append(f"    {node.name} = {node.target.__name__.split('.')[0]}({arguments})")
        elif node.op == "output":
            rows.append(f"    return {', '.join(map(str, node.args[0]))}")
    return "\n".join(rows)
