"""Runs the program and looks at .grad.

points: 2
"""


def reached(program, output):
    values = {}
    for name, how, inputs in program:
        args = [values[i] for i in inputs]
        if how == "multiply":
            values[name] = args[0] * args[1]
        elif how == "no_grad":
            with torch.no_grad():
                values[name] = args[0] * args[1]
        elif how == "detach":
            values[name] = args[0].detach()
        else:
            values[name] = torch.tensor(1.0, requires_grad=how == "parameter")
    values[output].backward()
    return {name for name, value in values.items() if value.is_leaf and value.grad is not None}
