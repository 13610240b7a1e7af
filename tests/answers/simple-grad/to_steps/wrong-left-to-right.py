"""Formulas are read from left to right.

points: 0
hears: Which is done first, + or *?
"""

def to_steps(expression):
    import re

    tokens = re.findall(r"\w+|[+*()]", expression)
    steps = []

    def read():
        left = operand()
        while tokens and tokens[0] in "+*":
            op = "add" if tokens.pop(0) == "+" else "mul"
            right = operand()
            steps.append((f"t{len(steps)}", op, left, right))
            left = steps[-1][0]
        return left

    def operand():
        token = tokens.pop(0)
        if token == "(":
            inner = read()
            tokens.pop(0)
            return inner
        return token

    read()
    return steps
