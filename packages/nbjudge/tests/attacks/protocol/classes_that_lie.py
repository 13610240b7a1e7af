"""Describe classes as built-in ones, with methods and bases that they do not have."""

from tools import answer_with

METHODS = ["__eq__", "__bool__", "__float__", "__getattribute__", "mro", "__class__", "__sub__"]


def handle(number, name, module, bases, equal):
    return {"value": ["h", number, ["k", number + 1, [name, module, bases, METHODS, equal]]]}


answer_with(
    handle(100, "int", "builtins", [["K", "int"]], "value"),
    handle(200, "float", "builtins", [["K", "float"]], "identity"),
    handle(300, "SystemExit", "builtins", [["K", "SystemExit"]], "fields"),
    handle(400, "generator", "builtins", [["k", 401, None]], "x"),
    handle(500, "list", "builtins", [["K", "bool"], ["K", "ValueError"]], "value"),
    {
        "error": [
            "AssertionError",
            "",
            "",
            ["h", 600, ["k", 601, ["StopIteration", "builtins", [], [], "own"]]],
            None,
        ]
    },
    {"value": ["K", "int"]},
    {"value": ["k", 900, None]},
)
