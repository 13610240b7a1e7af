"""does: Follows each path to its end by recursion.

points: 4
hears: was called more than once
"""

def grad(loss, wanted):
    entries = list(tape)
    total = {}

    def send(name, g):
        total[name] = total[name] + g if name in total else g
        for entry in entries:
            if name in entry.outputs:
                grads = [g if out == name else None for out in entry.outputs]
                for n, one in zip(entry.inputs, entry.propagate(grads)):
                    if one is not None:
                        send(n, one)

    send(loss.name, Variable(torch.ones_like(loss.value)))
    return [total.get(v.name) for v in wanted]
