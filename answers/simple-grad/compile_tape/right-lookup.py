"""Uses a function to look up the text of a name.

points: 4
"""

def compile_tape(lines, inputs, outputs):
    mine = {}

    def text_of(name):
        return mine[name] if name in mine else f"constants[{name!r}]"

    for name in inputs:
        mine[name] = f"input_{len(mine)}"
    body = ["def program(" + ", ".join(mine.values()) + "):"]
    for entry in lines:
        right = expression(entry, [text_of(name) for name in entry.inputs])
        mine[entry.outputs[0]] = f"value_{len(mine)}"
        body.append("    " + text_of(entry.outputs[0]) + " = " + right)
    body.append("    return [" + ", ".join(text_of(name) for name in outputs) + "]")
    return "\n".join(body)
