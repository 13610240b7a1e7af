"""A function that calls itself looks for a path from each name.

points: 2
"""

def needed(tape, loss, wanted):
    users = {}
    for line in tape:
        for name in line.inputs:
            users.setdefault(name, []).extend(line.outputs)
    known = {}

    def leads(name):
        if name not in known:
            known[name] = False
            known[name] = name == loss or any([leads(out) for out in users.get(name, ())])
        return known[name]

    found, waiting = set(), list(wanted)
    while waiting:
        name = waiting.pop()
        if name not in found and leads(name):
            found.add(name)
            waiting += users.get(name, ())
    return found
