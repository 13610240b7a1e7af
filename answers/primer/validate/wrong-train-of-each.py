"""does: Puts each module back with train(mode), in the order of modules().
believes: "train(mode) switches this one module."

points: 1
"""

def validate(net, loss_fn, batches):
    modes = {module: module.training for module in net.modules()}
    net.eval()
    with torch.no_grad():
        losses = [loss_fn(net(x), y).item() for x, y in batches]
    for module, mode in modes.items():
        module.train(mode)
    return sum(losses) / len(losses)
