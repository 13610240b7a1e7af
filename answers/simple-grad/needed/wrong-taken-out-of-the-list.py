"""What is not needed is taken out.

points: 2
hears: Leave the list
"""

def needed(lines, inputs, outputs):
    moving, asked = set(inputs), set(outputs)
    for line in lines:
        if moving & set(line.inputs):
            moving |= set(line.outputs)
    for line in lines[::-1]:
        if asked & set(line.outputs):
            asked |= set(line.inputs)
    for line in lines[:]:
        if not (moving & set(line.inputs) and asked & set(line.outputs)):
            lines.pop(lines.index(line))
    return lines
