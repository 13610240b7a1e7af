"""What backward does not make itself is handed over.

points: 1
hears: is a constant or the upstream gradient
"""

def cut(lines, forward, inputs):
    made = {name for line in lines[forward:] for name in line.outputs}
    read = {name for line in lines[forward:] for name in line.inputs}
    return sorted(read - made)
