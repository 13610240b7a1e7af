"""A line is asked once for each of its outputs, and the answers are added.

points: 7
hears: was called more than once
"""

def grad(loss, wanted):
    arrived = {loss.name: Variable(torch.ones_like(loss.value))}
    for line in reversed(list(tape)):
        for place, output in enumerate(line.outputs):
            if output not in arrived:
                continue
            grads = [None] * len(line.outputs)
            grads[place] = arrived[output]
            for name, g in zip(line.inputs, line.propagate(grads)):
                if g is not None:
                    arrived[name] = arrived[name] + g if name in arrived else g
    return [arrived.get(v.name) for v in wanted]
