"""does: Takes the entries of forward out of the given list.
believes: "The list is mine to use up."

points: 1
"""
def cut(lines, forward, inputs):
    """Return the names that the first `forward` entries must hand over to the others, each once."""
    there = set(inputs)
    for _ in range(forward):
        there |= set(lines.pop(0).outputs)
    handed = set()
    for line in lines:
        handed |= there & set(line.inputs)
    return handed
