"""does: Uses a method as the hook, and a dict from module to name.

points: 4
"""

class Recorder:
    def __init__(self, net):
        self.names = {child: name for name, child in net.named_children()}
        self.handles = [m.register_full_backward_hook(self.hook) for m in self.names]
        self.rows = []

    def hook(self, module, grad_input, grad_output):
        (arriving,) = grad_output
        leaving = grad_input[0]
        if leaving is not None:
            leaving = leaving.sum().tolist()
        self.rows.append((self.names[module], leaving, arriving.sum().tolist()))

    def close(self):
        for handle in self.handles:
            handle.remove()


def trace_backward(net, x):
    recorder = Recorder(net)
    try:
        net(x).sum().backward()
    finally:
        recorder.close()
    return recorder.rows
