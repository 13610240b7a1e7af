"""Each path is followed by itself.

points: 1
hears: for each path
"""

def needed(tape, loss, wanted):
    found = set()

    def follow(path):
        if path[-1] == loss:
            found.update(path)
        for line in tape:
            for name in line.inputs:
                if name == path[-1]:
                    for out in line.outputs:
                        follow([*path, out])

    for name in wanted:
        follow([name])
    return found
