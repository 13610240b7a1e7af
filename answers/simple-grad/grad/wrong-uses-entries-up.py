"""does: Replaces each entry that it has used by one whose propagate returns None, as PyTorch frees its graph.
believes: "A backward pass uses the graph up."

points: 6
"""
def grad(loss, wanted):
    """Return the gradients of `loss` with respect to each Variable of the list `wanted`.

    A gradient is a Variable, or None where it is known to be zero.
    """
    table = {loss.name: Variable(torch.ones_like(loss.value))}
    for number in reversed(range(len(tape))):
        entry = tape[number]
        upstream = [table.get(name) for name in entry.outputs]
        if any(one is not None for one in upstream):
            back = entry.propagate(upstream)
            count = len(entry.inputs)
            tape[number] = entry._replace(propagate=lambda grads, n=count: [None] * n)
            for name, one in zip(entry.inputs, back, strict=True):
                if one is not None:
                    table[name] = table[name] + one if name in table else one
    return [table.get(variable.name) for variable in wanted]
