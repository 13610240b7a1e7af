"""Uses a callable object as the hook, and sums with NumPy.

points: 6
"""

class Hook:
    def __init__(self, name, out):
        self.name = name
        self.out = out

    def __call__(self, module, grad_input, grad_output):
        left = grad_input[0]
        if left is not None:
            left = float(left.detach().numpy().sum())
        self.out.append((self.name, left, float(grad_output[0].detach().numpy().sum())))


def trace_backward(net, x):
    out = []
    handles = [c.register_full_backward_hook(Hook(n, out)) for n, c in net.named_children()]
    y = net(x)
    y.sum().backward()
    [h.remove() for h in handles]
    return tuple(out)
