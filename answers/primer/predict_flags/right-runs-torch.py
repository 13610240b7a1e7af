"""Runs each step in PyTorch, and reads the tensors' flags.

points: 3
"""


def predict_flags(program):
    values = {}
    for name, how, inputs in program:
        args = [values[i] for i in inputs]
        if how == "tensor":
            values[name] = torch.tensor(1.0)
        elif how == "parameter":
            values[name] = torch.tensor(1.0, requires_grad=True)
        elif how == "multiply":
            values[name] = args[0] * args[1]
        elif how == "no_grad":
            with torch.no_grad():
                values[name] = args[0] * args[1]
        elif how == "detach":
            values[name] = args[0].detach()
        elif how == "long":
            values[name] = args[0].long()
        else:
            args[0].requires_grad = False
    return {n: (v.requires_grad, v.is_leaf) for n, v in values.items()}
