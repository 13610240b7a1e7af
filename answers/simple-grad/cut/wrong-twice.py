"""A name that is read twice is handed over twice.

points: 1
hears: a is handed over twice
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(line.outputs for line in lines[:forward]))
    return [name for line in lines[forward:] for name in line.inputs if name in there]
