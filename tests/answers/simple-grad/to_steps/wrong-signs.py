"""The operation is written as in the formula.

points: 0
hears: '+' is no operation
"""

def to_steps(expression):
    steps = []

    def name_of(node):
        if isinstance(node, ast.Name):
            return node.id
        left, right = name_of(node.left), name_of(node.right)
        out = f"t{len(steps)}"
        steps.append((out, "+" if isinstance(node.op, ast.Add) else "*", left, right))
        return out

    name_of(ast.parse(expression, mode="eval").body)
    return steps
