"""does: Switches recording off for first and on for second, whatever it was before.
believes: "Recording is always on unless I switch it off."

points: 1
"""

def stop_gradient(first, second, x):
    torch.set_grad_enabled(False)
    features = first(x).detach()
    torch.set_grad_enabled(True)
    return second(features)
