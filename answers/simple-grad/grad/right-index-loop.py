"""Loops over indices, and uses try for missing gradients.

points: 8
"""

def grad(loss, wanted):
    d = {}
    d[loss.name] = Variable(loss.value * 0 + 1)
    i = len(tape) - 1
    while i >= 0:
        op, ins, outs, back = tape[i]
        i -= 1
        incoming = []
        for o in outs:
            try:
                incoming.append(d[o])
            except KeyError:
                incoming.append(None)
        if incoming.count(None) == len(incoming):
            continue
        for n, g in zip(ins, back(incoming)):
            if g is None:
                pass
            elif n in d:
                d[n] = d[n] + g
            else:
                d[n] = g
    result = []
    for w in wanted:
        result.append(d[w.name] if w.name in d else None)
    return result
