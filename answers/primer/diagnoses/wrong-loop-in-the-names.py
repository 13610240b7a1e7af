"""does: Uses the loops' function names as keys, so none of them is found.

points: 0
hears: 0 of 8 are right
"""


def diagnoses():
    return {
        "loop_A": "a layer is cut off by detach",
        "loop_B": "healthy",
        "loop_C": "zero_grad is missing",
        "loop_D": "a square root has an infinite slope at 0",
        "loop_E": "the network answers in training mode",
        "loop_F": "the optimizer holds the parameters of another network",
        "loop_G": "the target has another shape than the output",
        "loop_H": "the losses are added up with their graphs",
    }
