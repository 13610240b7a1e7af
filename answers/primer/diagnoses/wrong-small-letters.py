"""Small letters will do for the names of loops.

points: 0
hears: 0 of 8 are right
"""


def diagnoses():
    return {
        "a": "a layer is cut off by detach",
        "b": "healthy",
        "c": "zero_grad is missing",
        "d": "the loss has lost its record",
        "e": "the network answers in training mode",
        "f": "the optimizer holds the parameters of another network",
        "g": "the target has another shape than the output",
        "h": "the losses are added up with their graphs",
    }
