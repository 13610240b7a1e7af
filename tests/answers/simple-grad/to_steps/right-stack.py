"""Two stacks, and no tree of Python's.

points: 2
"""

def to_steps(expression):
    import re

    steps, values, waiting = [], [], []

    def apply():
        sign = waiting.pop()
        right, left = values.pop(), values.pop()
        values.append(f"t{len(steps)}")
        steps.append((values[-1], "add" if sign == "+" else "mul", left, right))

    for token in re.findall(r"\w+|[+*()]", expression):
        if token == "(":
            waiting.append(token)
        elif token == ")":
            while waiting[-1] != "(":
                apply()
            waiting.pop()
        elif token in "+*":
            while waiting and waiting[-1] != "(" and (token == "+" or waiting[-1] == "*"):
                apply()
            waiting.append(token)
        else:
            values.append(token)
    while waiting:
        apply()
    return steps
