"""A line has one output.

points: 1
hears: t is missing
"""

def cut(lines, forward, inputs):
    there = {*inputs, *(line.outputs[0] for line in lines[:forward])}
    read = {name for line in lines[forward:] for name in line.inputs}
    return there & read
