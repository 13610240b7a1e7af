"""does: Uses the faults as keys and the loops as values.

points: 0
"""


def diagnoses():
    return {
        "a layer is cut off by detach": "A",
        "healthy": "B",
        "zero_grad is missing": "C",
        "a square root has an infinite slope at 0": "D",
        "the network answers in training mode": "E",
        "the optimizer holds the parameters of another network": "F",
        "the target has another shape than the output": "G",
        "the losses are added up with their graphs": "H",
    }
