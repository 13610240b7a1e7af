"""does: Swaps the two sums.
believes: "grad_input is the gradient that arrives, and grad_output the one that leaves."

points: 3
hears: are swapped. grad_input_sum, of what leaves the layer, comes first.
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, module in net.named_children():
        def hook(module, grad_input, grad_output, name=name):
            arrives = None if grad_input[0] is None else grad_input[0].sum().item()
            records.append((name, grad_output[0].sum().item(), arrives))

        handles.append(module.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
