"""does: Writes the number of a constant of shape (1,) into the text.
believes: "A constant is a number, so I can write the number itself."

points: 3
"""
from lab.simple_grad import variables


def compile_tape(lines, inputs, outputs):
    """Return the text of a Python function `program` that computes `outputs` from `inputs`."""
    table = {name: f"t{number}" for number, name in enumerate(inputs)}

    def text_of(name):
        if name in table:
            return table[name]
        value = variables[name].value if name in variables else None
        if value is not None and value.ndim == 1 and value.numel() == 1:
            return repr(value.item())
        return f"constants['{name}']"

    rows = []
    for number, line in enumerate(lines, len(inputs)):
        rows.append(f"    t{number} = {expression(line, list(map(text_of, line.inputs)))}")
        table[line.outputs[0]] = f"t{number}"
    head = f"def program({', '.join(f't{number}' for number in range(len(inputs)))}):"
    return "\n".join([head, *rows, f"    return [{', '.join(map(text_of, outputs))}]"])
