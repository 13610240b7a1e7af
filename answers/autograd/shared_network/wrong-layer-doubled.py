"""does: Uses a layer of nn.
believes: "nn is imported so that it is used here."

points: 4
hears: A smaller one exists
"""

def shared_network():
    h = nn.Linear(2, 2)(torch.ones(1, 2))
    return h + h
