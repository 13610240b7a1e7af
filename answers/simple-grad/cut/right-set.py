"""A set has each name once.

points: 2
"""

def cut(lines, forward, inputs):
    there = set(inputs)
    for line in lines[:forward]:
        there.update(line.outputs)
    read = set()
    for line in lines[forward:]:
        read.update(line.inputs)
    return there & read
