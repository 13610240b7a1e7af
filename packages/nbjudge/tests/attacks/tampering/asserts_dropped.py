"""Drop every assert statement with an AST transformer of IPython's."""

import ast


class DropAsserts(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()


get_ipython().ast_transformers.append(DropAsserts())  # noqa: F821
