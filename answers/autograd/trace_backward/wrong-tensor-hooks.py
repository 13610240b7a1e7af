"""does: Puts hooks on the tensors around each layer.

points: 3
"""

def trace_backward(net, x):
    records, handles = [], []

    def make(name):
        def forward_hook(module, inputs, output):
            seen = {}
            first = output[0] if isinstance(output, tuple) else output

            def at_output(g):
                seen["out"] = g.sum().item()
                if not inputs[0].requires_grad:
                    records.append((name, None, seen["out"]))

            def at_input(g):
                records.append((name, g.sum().item(), seen.get("out")))

            first.register_hook(at_output)
            if inputs[0].requires_grad:
                inputs[0].register_hook(at_input)

        return forward_hook

    for name, child in net.named_children():
        handles.append(child.register_forward_hook(make(name)))
    net(x).sum().backward()
    for h in handles:
        h.remove()
    return records
