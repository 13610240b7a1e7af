"""Uses recursion with a visited set.

points: 3
"""

def needed(lines, inputs, outputs):
    makers = {name: number for number, entry in enumerate(lines) for name in entry.outputs}
    moving, wanted = {}, set()

    def moves(number):
        if number not in moving:
            moving[number] = any(
                [name in inputs or moves(makers.get(name, -1)) for name in lines[number].inputs]
            )
        return moving[number]

    moving[-1] = False

    def want(name):
        number = makers.get(name, -1)
        if moves(number) and number not in wanted:
            wanted.add(number)
            for one in lines[number].inputs:
                want(one)

    for name in outputs:
        want(name)
    return [entry for number, entry in enumerate(lines) if number in wanted]
