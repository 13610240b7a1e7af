"""does: Leaves out the loop that nothing seems to explain.

points: 3.5
hears: 7 of 8
"""


def diagnoses():
    return {
        "A": "a layer is cut off by detach",
        "B": "healthy",
        "C": "zero_grad is missing",
        "D": "a square root has an infinite slope at 0",
        "E": "the network answers in training mode",
        "F": "the optimizer holds the parameters of another network",
        "H": "the losses are added up with their graphs",
    }
