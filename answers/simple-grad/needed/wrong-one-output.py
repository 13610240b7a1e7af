"""A line has one output.

points: 1
hears: A line with two outputs
"""

def needed(tape, loss, wanted):
    reached, leading = set(wanted), {loss}
    for line in tape:
        if reached & set(line.inputs):
            reached.add(line.outputs[0])
    for line in reversed(tape):
        if line.outputs[0] in leading:
            leading.update(line.inputs)
    return reached & leading
