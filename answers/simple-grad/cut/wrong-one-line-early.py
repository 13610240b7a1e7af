"""The line at the cut belongs to both.

points: 1
hears: no line behind the cut reads it
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(line.outputs for line in lines[:forward]))
    read = [name for line in lines[forward - 1 :] for name in line.inputs]
    return [name for name in dict.fromkeys(read) if name in there]
