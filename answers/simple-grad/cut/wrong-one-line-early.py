"""does: Begins backward one entry too early.
believes: "The entry before the cut belongs to both parts."

points: 1
hears: no entry behind the cut reads it
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(entry.outputs for entry in lines[:forward]))
    read = [name for entry in lines[forward - 1 :] for name in entry.inputs]
    return [name for name in dict.fromkeys(read) if name in there]
