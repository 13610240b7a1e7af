"""does: Puts first into evaluation mode for the call and back into training mode afterwards.
believes: "A network that should not learn is run in evaluation mode."

points: 1
"""

def stop_gradient(first, second, x):
    first.eval()
    h = first(x).detach()
    first.train()
    return second(h)
