"""does: Returns only the first output, without a list.
believes: "A program returns one result."

points: 0
hears: list
"""

def compile_tape(lines, inputs, outputs):
    names = {name: f"t{number}" for number, name in enumerate(inputs)}
    show = lambda name: names.get(name, f"constants[{name!r}]")
    text = [f"def program({', '.join(names.values())}):"]
    for entry in lines:
        values = [show(name) for name in entry.inputs]
        names[entry.outputs[0]] = f"t{len(names)}"
        text.append(f"    {names[entry.outputs[0]]} = {expression(entry, values)}")
    text.append(f"    return {show(outputs[0])}")
    return "\n".join(text)
