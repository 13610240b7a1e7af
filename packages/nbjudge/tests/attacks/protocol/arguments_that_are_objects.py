"""Raise an exception whose arguments are no plain data, although only plain data may come."""

from tools import answer_with

ERROR = ["h", 600, ["k", 601, ["ValueError", "builtins", [["K", "ValueError"]], [], "own"]]]
ARGS = ["t", [["h", 700, ["k", 701, ["C", "__main__", [], ["__eq__", "__float__"], "own"]]]]]

answer_with({"error": ["ValueError", "", "", ERROR, ARGS]})
