"""does: Switches first to evaluation mode.
believes: "A part that doesn't learn belongs in evaluation mode."

points: 1
"""

def stop_gradient(first, second, x):
    first.eval()
    return second(first(x).detach())
