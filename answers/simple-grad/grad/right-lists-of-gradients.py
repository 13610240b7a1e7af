"""Keeps gradients in lists, and adds them when an entry is called.

points: 8
"""

def grad(loss, wanted):
    from collections import defaultdict

    box = defaultdict(list)
    box[loss.name].append(Variable(torch.tensor(1.0)))

    def total(name):
        parts = box[name]
        while len(parts) > 1:
            parts.append(parts.pop(0) + parts.pop(0))
        return parts[0] if parts else None

    for entry in tape[::-1]:
        grads = [total(name) for name in entry.outputs]
        if any(g is not None for g in grads):
            answers = entry.propagate(grads)
            for i in range(len(entry.inputs)):
                if answers[i] is not None:
                    box[entry.inputs[i]].append(answers[i])
    return [total(v.name) for v in wanted]
