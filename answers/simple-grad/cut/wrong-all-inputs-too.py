"""Backward gets the inputs in any case.

points: 1
hears: no line behind the cut reads it
"""

def cut(lines, forward, inputs):
    made = {name for line in lines[:forward] for name in line.outputs}
    read = {name for line in lines[forward:] for name in line.inputs}
    return [*inputs, *(made & read)]
