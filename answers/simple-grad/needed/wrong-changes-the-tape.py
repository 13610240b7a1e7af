"""For the second sweep the tape is turned round.

points: 1
hears: has changed the tape
"""

def needed(tape, loss, wanted):
    reached = set(wanted)
    for line in tape:
        if reached & set(line.inputs):
            reached |= set(line.outputs)
    tape.reverse()
    leading = {loss}
    for line in tape:
        if leading & set(line.outputs):
            leading |= set(line.inputs)
    return reached & leading
