"""torch's autograd as the oracle of the checks, and how numbers are made and compared.

Entry points: `torch_gradients`, `product_of_hessian`, `jacobian_product`, `torch_expand`,
`torch_sum_to`, `tensor64`, `draw`, `equal`.
"""

import torch

CLOSE = {"rtol": 1e-6, "atol": 1e-9}  # for the double precision that all checks compute in


def tensor64(*numbers):
    """Return numbers, or lists of them, as a tensor; a single number has the shape ()."""
    content = numbers[0] if len(numbers) == 1 else list(numbers)
    return torch.tensor(content, dtype=torch.float64)


def draw(*shapes, seed):
    """Return random tensors of these shapes."""
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(shape, generator=generator, dtype=torch.float64) for shape in shapes]


def equal(one, other):
    """Whether two tensors have the same shape and, but for rounding, the same numbers."""
    return one.shape == other.shape and torch.allclose(one.double(), other.double(), **CLOSE)


# ---- the oracle ----------------------------------------------------------------------------------


def torch_gradients(program, values, second=False, gradient=None):
    """Return {name: gradient} as torch's autograd has it, zeros where it has None.

    program: a function of tensors that returns one.
    values: {name: tensor}.
    second: whether to return the gradients of the squared norm of the gradients: of the sum of the
        squares of all their entries.
    gradient: the upstream gradient of the result; ones if left out.
    """
    leaves = [value.clone().requires_grad_() for value in values.values()]
    result = program(*leaves)
    if gradient is None:
        gradient = torch.ones_like(result)
    gradients = torch.autograd.grad(
        result, leaves, gradient, create_graph=True, allow_unused=True, materialize_grads=True
    )
    if second:
        norm = sum((one * one).sum() for one in gradients)
        gradients = [torch.zeros_like(leaf) for leaf in leaves]
        if norm.requires_grad:
            gradients = torch.autograd.grad(norm, leaves, allow_unused=True, materialize_grads=True)
    return {name: one.detach() for name, one in zip(values, gradients, strict=True)}


def torch_expand(shape):
    """Return torch's `expand` to a shape, as a function of a tensor."""
    return lambda tensor: tensor.expand(shape)


def torch_sum_to(shape):
    """Return torch's `sum_to_size` to a shape, as a function of a tensor."""
    return lambda tensor: tensor.sum_to_size(shape)


def product_of_hessian(f, xs, vs):
    """Return the Hessian of f at the tensors `xs`, times the tensors `vs`: a list of tensors."""
    return list(torch.autograd.functional.vhp(f, tuple(xs), tuple(vs))[1])


def jacobian_product(f, x, u):
    """Return the Jacobian of f at the tensor `x`, times `u`: a list with one tensor."""
    table = torch.autograd.functional.jacobian(f, x)
    shape = table.shape[: table.dim() - x.dim()]
    return [(table.reshape(-1, x.numel()) @ u.reshape(-1)).reshape(shape)]
