"""The outermost operation comes first.

points: 0
hears: is used before it is there
"""

def to_steps(expression):
    steps = []

    def name_of(node):
        if isinstance(node, ast.Name):
            return node.id
        out = f"t{len(steps)}"
        steps.append(None)
        place = len(steps) - 1
        op = "add" if isinstance(node.op, ast.Add) else "mul"
        steps[place] = (out, op, name_of(node.left), name_of(node.right))
        return out

    name_of(ast.parse(expression, mode="eval").body)
    return steps
