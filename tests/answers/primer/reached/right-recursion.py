"""Goes back with a function that calls itself, and returns a list.

points: 2
"""


def reached(program, output):
    kinds = {name: how for name, how, _ in program}
    made_of = {name: inputs for name, how, inputs in program if how == "multiply"}

    def go(name):
        if kinds[name] == "parameter":
            return {name}
        return {leaf for each in made_of.get(name, ()) for leaf in go(each)}

    return sorted(go(output))
