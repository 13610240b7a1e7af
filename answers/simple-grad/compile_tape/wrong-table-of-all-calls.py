"""does: Keeps its table in a default argument, so names of an earlier program are still in it.
believes: "table={} is a new dict at each call."

points: 1
"""
def compile_tape(lines, inputs, outputs, table={}):
    """Return the text of a Python function `program` that computes `outputs` from `inputs`."""

    def text_of(name):
        return table[name] if name in table else f"constants['{name}']"

    number = 0
    for name in inputs:
        table[name] = f"t{number}"
        number += 1
    text = f"def program({', '.join(text_of(name) for name in inputs)}):\n"
    for entry in lines:
        values = [text_of(name) for name in entry.inputs]
        [name] = entry.outputs
        table[name] = f"t{number}"
        number += 1
        text += f"    {table[name]} = {expression(entry, values)}\n"
    return text + f"    return [{', '.join(map(text_of, outputs))}]\n"
