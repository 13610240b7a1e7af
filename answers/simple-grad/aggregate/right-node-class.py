"""The state for a list of shapes is an object of a class, and the backwards are a dict with __missing__.

points: 4
"""
class Backwards(dict):
    """{pattern: backward}; a backward is recorded when it is first asked for."""

    def __init__(self, recording, outputs):
        self.recording, self.outputs = recording, outputs

    def __missing__(self, pattern):
        self[pattern] = self.recording.backward(self.outputs, pattern)
        return self[pattern]


def all_outputs(recording, outputs):
    """Return `outputs` and what their backward needs of forward, by recursion."""
    backward = recording.backward(outputs, "g" * len(outputs))
    known = {*outputs, *recording.inputs}
    more = [name for name in recording.handed_over(backward) if name not in known]
    return all_outputs(recording, outputs + more) if more else outputs


def aggregate(fn):
    """Return an operator like `fn` that records one entry, right to any order."""
    nodes = {}

    def operator(*inputs):
        key = tuple(one.shape for one in inputs)
        if key not in nodes:
            recording = Recording(fn, inputs)
            nodes[key] = Backwards(recording, all_outputs(recording, [recording.result]))
        node = nodes[key]
        made = node.recording.compute(node.outputs, inputs)

        def rule(grads):
            return node[received(grads)].compute(inputs, made, grads)

        record("aggregate", list(inputs), made, rule)
        return made[0]

    return operator
