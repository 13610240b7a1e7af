"""Runs backward twice and catches the error.

points: 1
"""


def second_backward_fails(operations):
    t = torch.tensor([0.3, 0.7], requires_grad=True)
    for name in operations:
        if name == "add":
            t = t + 1
        elif name == "minus":
            t = -t
        elif name == "multiply":
            t = t * t
        elif name == "reshape":
            t = t.reshape(-1)
        else:
            t = getattr(torch, name)(t)
    t = t.sum()
    t.backward()
    try:
        t.backward()
    except RuntimeError:
        return True
    return False
