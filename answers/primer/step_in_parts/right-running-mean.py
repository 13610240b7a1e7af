"""It keeps a running mean of the gradients in a list of its own, and puts it into .grad at the end.

points: 1
"""

def step_in_parts(net, loss_fn, optimizer, parts):
    parameters = list(net.parameters())
    means, seen = [None] * len(parameters), 0
    for x, y in parts:
        optimizer.zero_grad()
        loss_fn(net(x), y).backward()
        seen += len(x)
        for i, p in enumerate(parameters):
            if p.grad is not None:
                old = torch.zeros_like(p) if means[i] is None else means[i]
                means[i] = old.detach() + (p.grad - old.detach()) * (len(x) / seen)
    for p, mean in zip(parameters, means):
        p.grad = mean
    optimizer.step()
