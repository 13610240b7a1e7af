"""The names may be sorted.

points: 2
"""

def cut(lines, forward, inputs):
    front, back = lines[:forward], lines[forward:]
    made = [out for line in front for out in line.outputs]
    return sorted(n for n in {*inputs, *made} if any(n in line.inputs for line in back))
