"""does: Returns entries, not names.
believes: "Entries are passed on, not the names of values."

points: 0
hears: expected a list of names
"""

def cut(lines, forward, inputs):
    read = {name for entry in lines[forward:] for name in entry.inputs}
    return [entry for entry in lines[:forward] if read & {*entry.outputs}]
