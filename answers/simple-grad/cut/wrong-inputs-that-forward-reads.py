"""does: Hands over an input only if forward reads it.
believes: "What forward doesn't read, it doesn't have."

points: 0
hears: An input that only backward reads: b is missing
"""

def cut(lines, forward, inputs):
    program, backward = lines[:forward], lines[forward:]
    made = {name for line in program for name in line.outputs}
    known = made | ({name for line in program for name in line.inputs} & set(inputs))
    return sorted(known & {name for line in backward for name in line.inputs})
