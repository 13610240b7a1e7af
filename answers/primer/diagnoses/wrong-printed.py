"""does: Prints the diagnoses instead of returning them.

points: 0
hears: print shows a value
"""


def diagnoses():
    print(
        {
            "A": "a layer is cut off by detach",
            "B": "healthy",
            "C": "zero_grad is missing",
            "D": "a square root has an infinite slope at 0",
            "E": "the network answers in training mode",
            "F": "the optimizer holds the parameters of another network",
            "G": "the target has another shape than the output",
            "H": "the losses are added up with their graphs",
        }
    )
