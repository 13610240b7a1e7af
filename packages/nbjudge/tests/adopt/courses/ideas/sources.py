# The source of a student's code.
# %% solution total
def total(numbers):
    result = 0
    for number in numbers:
        result += number
    return result


class Average:
    def of(self, numbers):
        return total(numbers) / len(numbers)
# %% test source_of_a_function 1
import inspect

assert "sum(" not in inspect.getsource(total)
# %% test tree_of_a_method 1
import ast
import inspect
import textwrap

tree = ast.parse(textwrap.dedent(inspect.getsource(Average.of)))
calls = [node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call)]
assert calls == ["total", "len"]
