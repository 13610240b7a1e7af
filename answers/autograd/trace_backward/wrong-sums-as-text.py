"""does: Returns the sums as strings.

points: 5
hears: A sum in the record of 'linear2': expected a float, got a str.
"""


def trace_backward(net, x):
    records, handles = [], []

    def make_hook(name):
        def hook(module, grad_input, grad_output):
            sums = [None if t is None else t.sum().item() for t in (grad_input[0], grad_output[0])]
            records.append((name, *[t if t is None else f"{t}" for t in sums]))

        return hook

    for name, child in net.named_children():
        handles.append(child.register_full_backward_hook(make_hook(name)))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
