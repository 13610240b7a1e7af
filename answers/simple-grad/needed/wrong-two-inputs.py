"""does: Unpacks two inputs from each entry.
believes: "Each entry has two inputs, as an operation such as + has."

points: 1
hears: values to unpack
"""

def needed(lines, inputs, outputs):
    reached = set(inputs)
    for line in lines:
        left, right = line.inputs
        if left in reached or right in reached:
            reached.update(line.outputs)
    leading = set(outputs)
    for line in reversed(lines):
        left, right = line.inputs
        if leading.intersection(line.outputs):
            leading.update([left, right])
    return [
        line
        for line in lines
        if reached.intersection(line.inputs) and leading.intersection(line.outputs)
    ]
