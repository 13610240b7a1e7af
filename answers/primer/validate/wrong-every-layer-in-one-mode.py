"""does: Gives each layer the mode of the network.
believes: "All layers are in the same mode as the network."

points: 1
hears: mode of layer 1 of the network after the call: expected evaluation, got training.
"""


def validate(net, loss_fn, batches):
    mode = net.training
    net.eval()
    try:
        with torch.inference_mode():
            total = sum(loss_fn(net(x), y) for x, y in batches)
        return float(total / len(batches))
    finally:
        net.train(mode)
