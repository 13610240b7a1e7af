"""What is wanted is needed, wherever it is.

points: 1
hears: No path
"""

def needed(tape, loss, wanted):
    reached, leading = set(wanted), {loss}
    for line in tape:
        if reached & set(line.inputs):
            reached |= set(line.outputs)
    for line in reversed(tape):
        if leading & set(line.outputs):
            leading |= set(line.inputs)
    return (reached & leading) | set(wanted) | {loss}
