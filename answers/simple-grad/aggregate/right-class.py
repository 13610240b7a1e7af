"""A class holds what is kept for a list of shapes.

points: 4
"""

class Node:
    def __init__(self, fn, inputs):
        self.recording = Recording(fn, inputs)
        self.names = [self.recording.result]
        self.known = {}
        count = 0
        while count < len(self.names):
            count = len(self.names)
            back = self.recording.backward(self.names, "g" * count)
            for name in self.recording.handed_over(back):
                if name not in self.names + self.recording.inputs:
                    self.names.append(name)

    def __call__(self, inputs):
        made = self.recording.compute(self.names, inputs)
        record("aggregate", inputs, made, lambda grads: self.back(inputs, made, grads))
        return made[0]

    def back(self, inputs, made, grads):
        pattern = received(grads)
        back = self.known.get(pattern)
        if back is None:
            back = self.known[pattern] = self.recording.backward(self.names, pattern)
        return back.compute(inputs, made, grads)


def aggregate(fn):
    nodes = {}

    def operator(*inputs):
        shapes = tuple(one.shape for one in inputs)
        if shapes not in nodes:
            nodes[shapes] = Node(fn, inputs)
        return nodes[shapes](inputs)

    return operator
