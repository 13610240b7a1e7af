"""does: Numbers the entries from t0, as the inputs are.

points: 0
"""

def compile_tape(lines, inputs, outputs):
    names = {name: f"t{number}" for number, name in enumerate(inputs)}
    show = lambda name: names.get(name, f"constants[{name!r}]")
    text = [f"def program({', '.join(names.values())}):"]
    for number, entry in enumerate(lines):
        values = [show(name) for name in entry.inputs]
        names[entry.outputs[0]] = f"t{number}"
        text.append(f"    t{number} = {expression(entry, values)}")
    text.append(f"    return [{', '.join(map(show, outputs))}]")
    return "\n".join(text)
