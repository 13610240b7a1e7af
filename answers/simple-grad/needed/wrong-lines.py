"""The lines are what is needed.

points: 0
hears: return a set of names
"""

def needed(tape, loss, wanted):
    reached = set(wanted)
    kept = []
    for line in tape:
        if reached & set(line.inputs):
            reached |= set(line.outputs)
            kept.append(line)
    return kept
