"""does: Disables recording, and enables it for the second network only.

points: 1
hears: the grad mode was left changed
"""


def stop_gradient(first, second, x):
    torch.set_grad_enabled(False)
    between = first(x)
    with torch.enable_grad():
        return second(between)
