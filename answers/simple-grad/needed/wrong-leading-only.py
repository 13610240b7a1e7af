"""What the loss depends on is needed.

points: 0
hears: is not needed
"""

def needed(tape, loss, wanted):
    leading = {loss}
    for line in reversed(tape):
        if leading & set(line.outputs):
            leading |= set(line.inputs)
    return leading
