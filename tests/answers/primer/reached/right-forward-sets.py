"""Goes forward, and keeps for each name the set of leaves that lie behind it.

points: 2
"""


def reached(program, output):
    behind = {}
    for name, how, inputs in program:
        behind[name] = {name} if how == "parameter" else set()
        if how == "multiply":
            behind[name] = behind[inputs[0]] | behind[inputs[1]]
    return behind[output]
