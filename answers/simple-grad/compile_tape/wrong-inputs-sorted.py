"""does: Sorts the inputs.
believes: "The inputs are in alphabetical order."

points: 3
"""

def compile_tape(lines, inputs, outputs):
    names = {name: f"t{number}" for number, name in enumerate(sorted(inputs))}
    show = lambda name: names.get(name, f"constants[{name!r}]")
    text = [f"def program({', '.join(names.values())}):"]
    for entry in lines:
        values = [show(name) for name in entry.inputs]
        names[entry.outputs[0]] = f"t{len(names)}"
        text.append(f"    {names[entry.outputs[0]]} = {expression(entry, values)}")
    text.append(f"    return [{', '.join(map(show, outputs))}]")
    return "\n".join(text)
