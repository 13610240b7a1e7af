"""The last line makes the loss.

points: 0
hears: A line behind the loss
"""

def needed(tape, loss, wanted):
    reached, leading = set(wanted), set(tape[-1].outputs)
    for line in tape:
        if reached & set(line.inputs):
            reached |= set(line.outputs)
    for line in reversed(tape):
        if leading & set(line.outputs):
            leading |= set(line.inputs)
    return reached & leading
