"""The first line of backward has the number forward + 1.

points: 0
hears: b is missing
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(line.outputs for line in lines[: forward + 1]))
    read = [name for line in lines[forward + 1 :] for name in line.inputs]
    return [name for name in dict.fromkeys(read) if name in there]
