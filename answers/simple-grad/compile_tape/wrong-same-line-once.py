"""does: Leaves out a line that computes the same as an earlier one.
believes: "The same expression needs to be computed only once, and a shorter program is better."

points: 3
"""
def compile_tape(lines, inputs, outputs):
    """Return the text of a Python function `program` that computes `outputs` from `inputs`."""
    table = {name: f"t{i}" for i, name in enumerate(inputs)}
    known, rows = {}, []
    for line in lines:
        right = expression(line, [table.get(x, f"constants['{x}']") for x in line.inputs])
        if right not in known:
            known[right] = f"t{len(inputs) + len(known)}"
            rows.append(f"    {known[right]} = {right}")
        table[line.outputs[0]] = known[right]
    results = ", ".join(table.get(x, f"constants['{x}']") for x in outputs)
    arguments = ", ".join(table[x] for x in inputs)
    return f"def program({arguments}):\n" + "\n".join([*rows, f"    return [{results}]"])
