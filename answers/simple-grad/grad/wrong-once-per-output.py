"""does: Calls an entry once for each output, and adds the results.
believes: "An entry is called once for each output, and the results are added."

points: 7
hears: was called more than once
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for entry in reversed(list(tape)):
        for place, output in enumerate(entry.outputs):
            if output not in arrived:
                continue
            grads = [None] * len(entry.outputs)
            grads[place] = arrived[output]
            for name, g in zip(entry.inputs, entry.propagate(grads)):
                if g is not None:
                    arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
