"""The direction of the sweeps does not matter.

points: 0
hears: is missing
"""

def needed(tape, loss, wanted):
    reached, leading = set(wanted), {loss}
    for line in reversed(tape):
        if reached & set(line.inputs):
            reached |= set(line.outputs)
    for line in tape:
        if leading & set(line.outputs):
            leading |= set(line.inputs)
    return reached & leading
