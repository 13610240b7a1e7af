"""What leads to an output is needed.

points: 1
hears: does not depend on an input
"""

def needed(lines, inputs, outputs):
    leading, kept = set(outputs), []
    for line in reversed(lines):
        if leading.intersection(line.outputs):
            leading.update(line.inputs)
            kept.insert(0, line)
    return kept
