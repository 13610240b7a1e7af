"""It restores each module with a callback of an ExitStack, and runs in inference mode.

points: 2
"""

def validate(net, loss_fn, batches):
    import contextlib

    with contextlib.ExitStack() as stack:
        for module in net.modules():
            stack.callback(setattr, module, "training", module.training)
        net.train(False)
        stack.enter_context(torch.inference_mode())
        losses = torch.stack([loss_fn(net(x), y) for x, y in batches])
        return losses.double().mean().item()
