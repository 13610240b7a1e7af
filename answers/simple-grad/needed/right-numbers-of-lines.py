"""Two lists tell of each line whether it is reached, and whether it leads on.

points: 2
"""

def needed(tape, loss, wanted):
    from_wanted = {name: True for name in wanted}
    for operator, inputs, outputs, propagate in tape:
        if any(from_wanted.get(name) for name in inputs):
            from_wanted.update(dict.fromkeys(outputs, True))
    to_loss = {loss: True}
    for operator, inputs, outputs, propagate in tape[::-1]:
        if any(to_loss.get(name) for name in outputs):
            to_loss.update(dict.fromkeys(inputs, True))
    return {name for name in from_wanted if name in to_loss}
