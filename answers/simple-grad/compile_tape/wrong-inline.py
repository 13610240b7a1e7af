"""does: Writes the whole program as one expression.
believes: "A single expression needs no names."

points: 3
hears: a line for each entry
"""

def compile_tape(lines, inputs, outputs):
    names = {name: f"t{number}" for number, name in enumerate(inputs)}
    show = lambda name: names.get(name, f"constants[{name!r}]")
    text = f"def program({', '.join(names.values())}):\n"
    for entry in lines:
        names[entry.outputs[0]] = f"({expression(entry, [show(name) for name in entry.inputs])})"
        if len(names[entry.outputs[0]]) > 1_000_000:
            raise MemoryError("The text has no end.")
    return text + f"    return [{', '.join(map(show, outputs))}]"
