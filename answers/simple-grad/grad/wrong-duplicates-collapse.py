"""does: Returns a list made of a dict of the wanted names, so a Variable that is wanted twice comes once.
believes: "Each wanted Variable has one gradient, so a dict by name has the right length."

points: 7
"""
def grad(loss, wanted):
    """Return the gradients of `loss` with respect to each Variable of the list `wanted`.

    A gradient is a Variable, or None where it is known to be zero.
    """
    found = {variable.name: None for variable in wanted}
    table = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in tape[::-1]:
        upstream = [table.get(name) for name in entry.outputs]
        if upstream.count(None) == len(upstream):
            continue
        for name, one in zip(entry.inputs, entry.propagate(upstream), strict=True):
            if one is None:
                continue
            table[name] = one if name not in table else table[name] + one
    found.update({name: table[name] for name in found if name in table})
    return list(found.values())
