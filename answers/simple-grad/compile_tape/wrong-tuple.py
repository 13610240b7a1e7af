"""does: Returns the outputs without brackets.
believes: "Returned values need no brackets."

points: 3
hears: should return a list
"""


def compile_tape(lines, inputs, outputs):
    table = {name: f"t{place}" for place, name in enumerate(inputs)}

    def text_of(name):
        return table.get(name, f"constants[{name!r}]")

    rows = [f"def program({', '.join(table.values())}):"]
    for entry in lines:
        right = expression(entry, [text_of(name) for name in entry.inputs])
        table[entry.outputs[0]] = f"t{len(table)}"
        rows.append(f"    {table[entry.outputs[0]]} = {right}")
    return "\n".join([*rows, f"    return {', '.join(map(text_of, outputs))}"])
