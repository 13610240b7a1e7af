"""Keeps each name that backward reads but doesn't make, unless it is a constant.

points: 2
"""

def made_in(lines):
    return [name for entry in lines for name in entry.outputs]


def cut(lines, forward, inputs):
    handed = []
    for number, entry in enumerate(lines):
        if number < forward:
            continue
        for name in entry.inputs:
            if name in made_in(lines[forward:]) or name in handed:
                continue
            if name in inputs or name in made_in(lines[:forward]):
                handed.append(name)
    return tuple(handed)
