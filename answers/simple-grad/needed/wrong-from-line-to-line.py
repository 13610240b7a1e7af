"""From a line one goes to each line that reads it.

points: 2
hears: too many
"""

def needed(lines, inputs, outputs):
    def leads(line):
        if any(out in outputs for out in line.outputs):
            return True
        readers = [one for one in lines if any(name in one.inputs for name in line.outputs)]
        return any([leads(one) for one in readers])

    def comes(line):
        if any(name in inputs for name in line.inputs):
            return True
        makers = [one for one in lines if any(name in one.outputs for name in line.inputs)]
        return any([comes(one) for one in makers])

    return [line for line in lines if leads(line) and comes(line)]
