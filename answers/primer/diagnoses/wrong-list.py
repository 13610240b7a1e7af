"""does: Returns a list in the order of the loops.

points: 0
hears: diagnoses: expected a dict, got a list.
"""


def diagnoses():
    return [
        "a layer is cut off by detach",
        "healthy",
        "zero_grad is missing",
        "a square root has an infinite slope at 0",
        "the network answers in training mode",
        "the optimizer holds the parameters of another network",
        "the target has another shape than the output",
        "the losses are added up with their graphs",
    ]
