"""One bound method is the hook of all children; a dict from module to name lies outside the network.

points: 6
"""

class Recorder:
    def __init__(self, net):
        self.names = {child: name for name, child in net.named_children()}
        self.calls = []

    def hook(self, module, grad_input, grad_output):
        self.calls.append((self.names[module], grad_input[0], grad_output[0]))

    def records(self):
        return [
            (name, *(None if g is None else torch.sum(g).tolist() for g in gradients))
            for name, *gradients in self.calls
        ]


def trace_backward(net, x):
    recorder = Recorder(net)
    handles = {child.register_full_backward_hook(recorder.hook) for child in recorder.names}
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return recorder.records()
