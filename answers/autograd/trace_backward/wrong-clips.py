"""does: Clips the gradients of the parameters to a norm of 1 after backward.
believes: "Large gradients are harmful, and the records are not affected."

points: 5
"""

def trace_backward(net, x):
    records, handles = [], []

    def register(name, child):
        def hook(module, grad_input, grad_output):
            sums = (g[0].sum().item() if g[0] is not None else None for g in (grad_input, grad_output))
            records.append((name, *sums))

        handles.append(child.register_full_backward_hook(hook))

    for pair in net.named_children():
        register(*pair)
    net(x).sum().backward()
    for handle in handles:
        handle.remove()
    torch.nn.utils.clip_grad_norm_(net.parameters(), max_norm=1.0)
    return records
