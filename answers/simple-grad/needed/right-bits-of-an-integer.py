"""It keeps the positions of the entries that depend on something as bits of an integer.

points: 3
"""
def needed(lines, inputs, outputs):
    """Return the entries that are on a path from one of `inputs` to one of `outputs`, in order."""

    def sweep(order, start, sources, targets):
        reached, bits = set(start), 0
        for number in order:
            if not reached.isdisjoint(getattr(lines[number], sources)):
                reached.update(getattr(lines[number], targets))
                bits |= 1 << number
        return bits

    count = len(lines)
    forward = sweep(range(count), inputs, "inputs", "outputs")
    backward = sweep(range(count - 1, -1, -1), outputs, "outputs", "inputs")
    return [lines[number] for number in range(count) if (forward & backward) >> number & 1]
