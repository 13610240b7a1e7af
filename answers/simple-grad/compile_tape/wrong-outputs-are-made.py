"""does: Looks for outputs only among the results of entries.
believes: "Every output of the program is an entry's output."

points: 3
"""

def compile_tape(lines, inputs, outputs):
    names = {name: f"t{number}" for number, name in enumerate(inputs)}
    made = {}
    show = lambda name: made.get(name) or names.get(name, f"constants[{name!r}]")
    text = [f"def program({', '.join(names.values())}):"]
    for entry in lines:
        values = [show(name) for name in entry.inputs]
        made[entry.outputs[0]] = f"t{len(names) + len(made)}"
        text.append(f"    {made[entry.outputs[0]]} = {expression(entry, values)}")
    text.append(f"    return [{', '.join(made[name] for name in outputs)}]")
    return "\n".join(text)
