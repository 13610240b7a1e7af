"""Names are numbered as they come up.

points: 4
"""

def compile_tape(lines, inputs, outputs):
    made = [*inputs, *(line.outputs[0] for line in lines)]
    names = {name: f"n{number}" for number, name in enumerate(made)}
    show = lambda name: names.get(name, f"constants[{name!r}]")
    text = f"def program({', '.join(map(show, inputs))}):\n"
    for line in lines:
        text += f"    {show(line.outputs[0])} = {form(line, list(map(show, line.inputs)))}\n"
    return text + f"    return [{', '.join(map(show, outputs))}]\n"
