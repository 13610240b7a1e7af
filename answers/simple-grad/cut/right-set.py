"""Uses a set, which has each name once.

points: 2
"""

def cut(lines, forward, inputs):
    there = set(inputs)
    for entry in lines[:forward]:
        there.update(entry.outputs)
    read = set()
    for entry in lines[forward:]:
        read.update(entry.inputs)
    return there & read
