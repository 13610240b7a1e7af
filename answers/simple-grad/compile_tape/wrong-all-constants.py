"""does: Reads every result from the constants.
believes: "The values are already known, so they are constants."

points: 0
"""

def compile_tape(lines, inputs, outputs):
    names = {name: f"t{number}" for number, name in enumerate(inputs)}
    text = [f"def program({', '.join(names.values())}):"]
    for entry in lines:
        text.append(f"    t{len(text)}_ = constants[{entry.outputs[0]!r}]")
    results = ", ".join(f"constants[{name!r}]" for name in outputs)
    text.append(f"    return [{results}]")
    return "\n".join(text)
