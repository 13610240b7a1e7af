"""Two sweeps over names, and then the lines between.

points: 3
"""

def needed(lines, inputs, outputs):
    leading = set(outputs)
    for line in lines[::-1]:
        if any(name in leading for name in line.outputs):
            leading |= set(line.inputs)
    reached, kept = set(inputs), []
    for line in lines:
        if reached & set(line.inputs):
            reached |= set(line.outputs)
            if leading & set(line.outputs):
                kept.append(line)
    return kept
