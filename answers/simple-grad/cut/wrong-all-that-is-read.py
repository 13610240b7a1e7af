"""does: Passes on everything that backward reads.
believes: "Everything that backward reads is passed on."

points: 0
hears: is made behind the cut
"""

def cut(lines, forward, inputs):
    return list({name for entry in lines[forward:] for name in entry.inputs})
