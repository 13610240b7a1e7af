"""Steps may be lists, and equal subtrees may share one.

points: 2
"""

def to_steps(expression):
    made, steps = {}, []

    def visit(node):
        if isinstance(node, ast.Name):
            return node.id
        op = {ast.Add: "add", ast.Mult: "mul"}[type(node.op)]
        key = (op, visit(node.left), visit(node.right))
        if key not in made:
            made[key] = "t%d" % len(steps)
            steps.append([made[key], *key])
        return made[key]

    visit(ast.parse(expression, mode="eval").body)
    return steps
