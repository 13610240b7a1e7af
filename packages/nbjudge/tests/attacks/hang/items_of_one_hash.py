"""Return a set of 200,000 integers that all have the same hash, which takes hours to build."""

from tools import answer_with

step = 2**61 - 1
answer_with({"value": ["s", [["i", format(step * number, "x")] for number in range(200_000)]]})
