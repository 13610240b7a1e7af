"""does: Searches each entry's readers again, without a visited set.

points: 2
hears: too many
"""

def needed(lines, inputs, outputs):
    def leads(entry):
        if any(out in outputs for out in entry.outputs):
            return True
        readers = [one for one in lines if any(name in one.inputs for name in entry.outputs)]
        return any([leads(one) for one in readers])

    def comes(entry):
        if any(name in inputs for name in entry.inputs):
            return True
        makers = [one for one in lines if any(name in one.outputs for name in entry.inputs)]
        return any([comes(one) for one in makers])

    return [entry for entry in lines if leads(entry) and comes(entry)]
