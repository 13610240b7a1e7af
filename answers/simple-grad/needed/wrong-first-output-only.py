"""does: Looks only at the first output of an entry.
believes: "An entry has one output."

points: 2
"""

def needed(lines, inputs, outputs):
    reached, leading = set(inputs), set(outputs)
    for entry in lines:
        if reached.intersection(entry.inputs):
            reached.add(entry.outputs[0])
    for entry in reversed(lines):
        if entry.outputs[0] in leading:
            leading.update(entry.inputs)
    return [one for one in lines if one.outputs[0] in reached and one.outputs[0] in leading]
