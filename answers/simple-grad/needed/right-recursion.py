"""A recursion that remembers what it has seen.

points: 3
"""

def needed(lines, inputs, outputs):
    makers = {name: number for number, line in enumerate(lines) for name in line.outputs}
    moves, wanted = {}, set()

    def changing(name):
        if name in inputs:
            return True
        if name not in makers:
            return False
        number = makers[name]
        if number not in moves:
            moves[number] = any([changing(one) for one in lines[number].inputs])
        return moves[number]

    def want(name):
        if name in inputs:
            return
        number = makers.get(name)
        if number is None or number in wanted or not changing(name):
            return
        wanted.add(number)
        for one in lines[number].inputs:
            want(one)

    for name in outputs:
        want(name)
    return [line for number, line in enumerate(lines) if number in wanted]
