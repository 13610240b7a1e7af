"""What an input leads to is needed.

points: 1
hears: no output depends on it
"""

def needed(lines, inputs, outputs):
    reached, kept = set(inputs), []
    for line in lines:
        if reached.intersection(line.inputs):
            reached.update(line.outputs)
            kept.append(line)
    return kept
