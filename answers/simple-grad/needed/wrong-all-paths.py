"""does: Follows each path separately, without a visited set.

points: 2
hears: many paths
"""

def needed(lines, inputs, outputs):
    def leads(name):
        if name in outputs:
            return True
        return any([leads(out) for one in lines if name in one.inputs for out in one.outputs])

    def comes(name):
        if name in inputs:
            return True
        return any([comes(one) for entry in lines if name in entry.outputs for one in entry.inputs])

    return [
        entry
        for entry in lines
        if any(map(comes, entry.inputs)) and any(map(leads, entry.outputs))
    ]
