"""Uses inference_mode, with try and finally.

points: 2
"""


def validate(net, loss_fn, batches):
    training = [layer for layer in net.modules() if layer.training]
    net.eval()
    try:
        with torch.inference_mode():
            total = sum(loss_fn(net(x), y) for x, y in batches)
        return float(total / len(batches))
    finally:
        for layer in training:
            layer.training = True
