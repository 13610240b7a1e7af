"""does: Begins backward one entry too late.
believes: "The first entry of backward has index forward + 1."

points: 0
hears: b is missing
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(entry.outputs for entry in lines[: forward + 1]))
    read = [name for entry in lines[forward + 1 :] for name in entry.inputs]
    return [name for name in dict.fromkeys(read) if name in there]
