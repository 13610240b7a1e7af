"""Fills a dict, one loop at a time.

points: 4
"""


def diagnoses():
    found = {}
    found["A"] = "a layer is cut off by detach"
    found["B"] = "healthy"
    found["C"] = "zero_grad is missing"
    found["D"] = "a square root has an infinite slope at 0"
    found["E"] = "the network answers in training mode"
    found["F"] = "the optimizer holds the parameters of another network"
    found["G"] = "the target has another shape than the output"
    found["H"] = "the losses are added up with their graphs"
    return found
