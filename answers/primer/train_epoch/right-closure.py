"""Passes a closure to the optimizer.

points: 2
"""


def train_epoch(net, loss_fn, optimizer, batches):
    def take_step(x, y):
        def closure():
            optimizer.zero_grad(set_to_none=False)
            loss = loss_fn(net(x), y)
            loss.backward()
            return loss

        return optimizer.step(closure).item()

    return [take_step(x, y) for x, y in batches]
