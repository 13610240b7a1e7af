"""A line reads one name.

points: 0
hears: is missing
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(line.outputs for line in lines[:forward]))
    return {line.inputs[0] for line in lines[forward:]} & there
