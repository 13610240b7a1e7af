"""does: Finds the gradient of a name by recursion over the entries that read it, with a memo.
believes: "Recursion with a memo visits each entry once, so a long tape is no problem."

points: 7
"""
def grad(loss, wanted):
    """Return the gradients of `loss` with respect to each Variable of the list `wanted`.

    A gradient is a Variable, or None where it is known to be zero.
    """
    entries = list(tape)
    readers = {}
    for number, entry in enumerate(entries):
        for place, name in enumerate(entry.inputs):
            readers.setdefault(name, []).append((number, place))
    arrived, returned = {}, {}

    def gradient_of(name):
        if name not in arrived:
            total = Variable(torch.ones_like(loss.value)) if name == loss.name else None
            for number, place in readers.get(name, []):
                back = backward_of(number)[place]
                if back is not None:
                    total = back if total is None else total + back
            arrived[name] = total
        return arrived[name]

    def backward_of(number):
        if number not in returned:
            entry = entries[number]
            upstream = [gradient_of(output) for output in entry.outputs]
            nothing = all(one is None for one in upstream)
            returned[number] = (
                [None] * len(entry.inputs) if nothing else entry.propagate(upstream)
            )
        return returned[number]

    return [gradient_of(variable.name) for variable in wanted]
