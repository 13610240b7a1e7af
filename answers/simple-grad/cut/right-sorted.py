"""Sorts the names.

points: 2
"""

def cut(lines, forward, inputs):
    front, back = lines[:forward], lines[forward:]
    made = [out for entry in front for out in entry.outputs]
    return sorted(n for n in {*inputs, *made} if any(n in entry.inputs for entry in back))
