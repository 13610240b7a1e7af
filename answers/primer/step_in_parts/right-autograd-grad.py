"""Sums the gradients by hand and assigns them to .grad.

points: 1
"""


def step_in_parts(net, loss_fn, optimizer, parts):
    weights = list(net.parameters())
    sums = [torch.zeros_like(weight) for weight in weights]
    count = sum(x.shape[0] for x, _ in parts)
    for x, y in parts:
        for total, each in zip(sums, torch.autograd.grad(loss_fn(net(x), y), weights)):
            total += each * x.shape[0] / count
    for weight, total in zip(weights, sums):
        weight.grad = total
    optimizer.step()
