"""The inputs are known to backward.

points: 0
hears: b is missing
"""

def cut(lines, forward, inputs):
    made = {name for line in lines[:forward] for name in line.outputs}
    return list(made & {name for line in lines[forward:] for name in line.inputs})
