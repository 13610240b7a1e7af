"""The lines of the values are handed over.

points: 0
hears: return a list of names
"""

def cut(lines, forward, inputs):
    read = {name for line in lines[forward:] for name in line.inputs}
    return [line for line in lines[:forward] if read & {*line.outputs}]
