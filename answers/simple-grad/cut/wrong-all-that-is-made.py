"""Forward hands over all that it made.

points: 0
hears: is missing
"""

def cut(lines, forward, inputs):
    return [name for line in lines[:forward] for name in line.outputs]
