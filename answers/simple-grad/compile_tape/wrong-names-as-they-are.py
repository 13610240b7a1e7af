"""The names of the Variables will do.

points: 3
hears: names of your own
"""

def compile_tape(lines, inputs, outputs):
    there = {*inputs, *(line.outputs[0] for line in lines)}
    show = lambda name: name if name in there else f"constants[{name!r}]"
    text = [f"def program({', '.join(inputs)}):"]
    for line in lines:
        text.append(f"    {line.outputs[0]} = {form(line, [show(one) for one in line.inputs])}")
    text.append(f"    return [{', '.join(map(show, outputs))}]")
    return "\n".join(text)
