"""Numbers the names in order of appearance.

points: 4
"""

def compile_tape(lines, inputs, outputs):
    made = [*inputs, *(entry.outputs[0] for entry in lines)]
    names = {name: f"n{number}" for number, name in enumerate(made)}
    show = lambda name: names.get(name, f"constants[{name!r}]")
    text = f"def program({', '.join(map(show, inputs))}):\n"
    for entry in lines:
        text += f"    {show(entry.outputs[0])} = {expression(entry, list(map(show, entry.inputs)))}\n"
    return text + f"    return [{', '.join(map(show, outputs))}]\n"
