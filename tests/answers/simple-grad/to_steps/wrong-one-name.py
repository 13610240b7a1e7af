"""One name is enough for all results.

points: 0
hears: 't' is given a value twice
"""

def to_steps(expression):
    steps = []

    def name_of(node):
        if isinstance(node, ast.Name):
            return node.id
        left, right = name_of(node.left), name_of(node.right)
        steps.append(("t", "add" if isinstance(node.op, ast.Add) else "mul", left, right))
        return "t"

    name_of(ast.parse(expression, mode="eval").body)
    return steps
