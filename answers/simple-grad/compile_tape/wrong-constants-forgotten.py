"""does: Doesn't look among the constants.
believes: "Every name is an input or an entry's output."

points: 0
"""

def compile_tape(lines, inputs, outputs):
    names = {name: f"t{number}" for number, name in enumerate(inputs)}
    text = [f"def program({', '.join(names.values())}):"]
    for entry in lines:
        values = [names[name] for name in entry.inputs]
        names[entry.outputs[0]] = f"t{len(names)}"
        text.append(f"    {names[entry.outputs[0]]} = {expression(entry, values)}")
    text.append(f"    return [{', '.join(names[name] for name in outputs)}]")
    return "\n".join(text)
