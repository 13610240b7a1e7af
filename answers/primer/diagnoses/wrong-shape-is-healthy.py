"""does: Calls G healthy.
believes: "A loss that falls and settles is healthy, whatever the target's shape."

points: 3.5
"""


def diagnoses():
    return {
        "A": "a layer is cut off by detach",
        "B": "healthy",
        "C": "zero_grad is missing",
        "D": "a square root has an infinite slope at 0",
        "E": "the network answers in training mode",
        "F": "the optimizer holds the parameters of another network",
        "G": "healthy",
        "H": "the losses are added up with their graphs",
    }
