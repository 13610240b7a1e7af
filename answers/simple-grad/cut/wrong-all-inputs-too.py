"""does: Passes on every input.
believes: "Backward always receives the inputs."

points: 1
hears: no entry behind the cut reads it
"""

def cut(lines, forward, inputs):
    made = {name for entry in lines[:forward] for name in entry.outputs}
    read = {name for entry in lines[forward:] for name in entry.inputs}
    return [*inputs, *(made & read)]
