"""The steps are all that is needed.

points: 0
hears: should return a pair
"""

def backward_steps(steps, arriving):
    back = []
    for out, op, left, right in reversed(steps):
        back.append((f"d_{left}", op, f"d_{out}", right))
    return back
