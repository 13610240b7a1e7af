"""Playing the steps operator by operator is the same.

points: 2
hears: should leave one line on the tape, not 2
"""

def compile_operator(expression, backward_steps):
    steps = to_steps(expression)

    def operator(**inputs):
        values = dict(inputs)
        for out, op, left, right in steps:
            x, y = values[left], values[right]
            values[out] = x + y if op == "add" else x * y
        return values[steps[-1][0]]

    return operator
