"""does: Uses the Variables' names.
believes: "The Variables' names can be used unchanged."

points: 3
hears: names of your own
"""

def compile_tape(lines, inputs, outputs):
    there = {*inputs, *(entry.outputs[0] for entry in lines)}
    show = lambda name: name if name in there else f"constants[{name!r}]"
    text = [f"def program({', '.join(inputs)}):"]
    for entry in lines:
        text.append(f"    {entry.outputs[0]} = {expression(entry, [show(one) for one in entry.inputs])}")
    text.append(f"    return [{', '.join(map(show, outputs))}]")
    return "\n".join(text)
