"""Each path is followed by itself.

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
        return any([comes(one) for line in lines if name in line.outputs for one in line.inputs])

    return [
        line
        for line in lines
        if any(map(comes, line.inputs)) and any(map(leads, line.outputs))
    ]
