"""Every name is an input or was made by a line.

points: 0
"""

def compile_tape(lines, inputs, outputs):
    names = {name: f"t{number}" for number, name in enumerate(inputs)}
    text = [f"def program({', '.join(names.values())}):"]
    for line in lines:
        values = [names[name] for name in line.inputs]
        names[line.outputs[0]] = f"t{len(names)}"
        text.append(f"    {names[line.outputs[0]]} = {form(line, values)}")
    text.append(f"    return [{', '.join(names[name] for name in outputs)}]")
    return "\n".join(text)
