"""Small letters for the loops, and capitals in the faults.

points: 4
"""


def diagnoses():
    return {
        "a": "a layer is cut off by detach",
        "b": "Healthy",
        "c": "zero_grad is missing",
        "d": "a square root has an infinite slope at 0",
        "e": "the network answers in training mode",
        "f": "the optimizer holds the parameters of another network",
        "g": "the target has another shape than the output",
        "h": " The losses are added up with their graphs",
    }
