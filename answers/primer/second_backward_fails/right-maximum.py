"""Takes the maximum over the operations, of which there is at least one.

points: 1
"""

def second_backward_fails(operations):
    saves = {"add": False, "minus": False, "sum": False, "reshape": False}
    saves |= {"multiply": True, "exp": True, "sin": True, "relu": True}
    return max(saves[name] for name in operations)
