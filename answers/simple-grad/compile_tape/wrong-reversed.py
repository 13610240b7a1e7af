"""A tape is read backwards.

points: 0
"""

def compile_tape(lines, inputs, outputs):
    made = [*inputs, *(line.outputs[0] for line in lines)]
    names = {name: f"t{number}" for number, name in enumerate(made)}
    show = lambda name: names.get(name, f"constants[{name!r}]")
    text = [f"def program({', '.join(map(show, inputs))}):"]
    for line in reversed(lines):
        text.append(f"    {show(line.outputs[0])} = {form(line, list(map(show, line.inputs)))}")
    text.append(f"    return [{', '.join(map(show, outputs))}]")
    return "\n".join(text)
