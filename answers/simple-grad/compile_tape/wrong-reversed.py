"""does: Writes the entries in reverse order.
believes: "A tape is always read backward."

points: 0
"""

def compile_tape(lines, inputs, outputs):
    made = [*inputs, *(entry.outputs[0] for entry in lines)]
    names = {name: f"t{number}" for number, name in enumerate(made)}
    show = lambda name: names.get(name, f"constants[{name!r}]")
    text = [f"def program({', '.join(map(show, inputs))}):"]
    for entry in reversed(lines):
        text.append(f"    {show(entry.outputs[0])} = {expression(entry, list(map(show, entry.inputs)))}")
    text.append(f"    return [{', '.join(map(show, outputs))}]")
    return "\n".join(text)
