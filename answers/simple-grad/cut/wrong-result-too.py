"""The result is handed over too.

points: 1
hears: no line behind the cut reads it
"""

def cut(lines, forward, inputs):
    there = {*inputs}.union(*(line.outputs for line in lines[:forward]))
    read = {name for line in lines[forward:] for name in line.inputs}
    return list((there & read) | {*lines[forward - 1].outputs})
