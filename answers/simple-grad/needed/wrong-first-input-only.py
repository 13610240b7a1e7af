"""A line has an input and an output.

points: 0
hears: is missing
"""

def needed(tape, loss, wanted):
    reached, leading = set(wanted), {loss}
    for line in tape:
        if line.inputs[0] in reached:
            reached.add(line.outputs[0])
    for line in reversed(tape):
        if line.outputs[0] in leading:
            leading.update(line.inputs)
    return reached & leading
