"""does: Says of D that the learning rate is too large, and of F that the loss has lost its record.
believes: "A loss that never changes has lost its record, whatever .grad holds."

points: 3
hears: 6 of 8
"""


def diagnoses():
    return {
        "A": "a layer is cut off by detach",
        "B": "healthy",
        "C": "zero_grad is missing",
        "D": "the learning rate is too large",
        "E": "the network answers in training mode",
        "F": "the loss has lost its record",
        "G": "the target has another shape than the output",
        "H": "the losses are added up with their graphs",
    }
