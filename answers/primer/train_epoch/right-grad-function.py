"""It fills .grad from torch.autograd.grad, and lets None be None.

points: 2
"""

def train_epoch(net, loss_fn, optimizer, batches):
    losses = []
    for x, y in batches:
        loss = loss_fn(net(x), y)
        trained = [p for p in net.parameters() if p.requires_grad]
        optimizer.zero_grad()
        net.zero_grad()
        for p, grad in zip(trained, torch.autograd.grad(loss, trained, allow_unused=True)):
            p.grad = grad
        optimizer.step()
        losses.append(loss.item())
    return losses
