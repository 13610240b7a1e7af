"""does: Registers hooks that read the loop variable, which by then holds the last name.
believes: "A function keeps the value that a variable had when it was defined."

points: 2
"""

def trace_backward(net, x):
    records, handles = [], []
    for name, module in net.named_children():
        def hook(module, grad_input, grad_output):
            leaves = None if grad_input[0] is None else grad_input[0].sum().item()
            records.append((name, leaves, grad_output[0].sum().item()))

        handles.append(module.register_full_backward_hook(hook))
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    return records
