"""Reply with frames that have neither value nor error, and with errors of the wrong form."""

from tools import answer_with

answer_with({}, {"error": None}, {"error": ["a", "b"]}, {"error": [1, 2, 3]}, {"value": []})
