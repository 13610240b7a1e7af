"""does: Follows only the first input in the second sweep.
believes: "On the way back, the first input of an entry leads on."

points: 1
hears: the entry s = (c, a) is missing
"""

def needed(lines, inputs, outputs):
    reached = set(inputs)
    for line in lines:
        if reached.intersection(line.inputs):
            reached.update(line.outputs)
    leading = set(outputs)
    for line in reversed(lines):
        if leading.intersection(line.outputs):
            leading.add(line.inputs[0])
    return [
        line
        for line in lines
        if reached.intersection(line.inputs) and leading.intersection(line.outputs)
    ]
