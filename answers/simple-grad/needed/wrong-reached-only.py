"""What depends on something wanted is needed.

points: 0
hears: is not needed
"""

def needed(tape, loss, wanted):
    reached = set(wanted)
    for line in tape:
        if reached & set(line.inputs):
            reached |= set(line.outputs)
    return reached
