"""does: Words a fault differently from the list.

points: 3.5
hears: 7 of 8 are right
"""


def diagnoses():
    return {
        "A": "a layer is cut off by detach",
        "B": "healthy",
        "C": "no zero_grad",
        "D": "a square root has an infinite slope at 0",
        "E": "the network answers in training mode",
        "F": "the optimizer holds the parameters of another network",
        "G": "the target has another shape than the output",
        "H": "the losses are added up with their graphs",
    }
