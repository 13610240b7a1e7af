"""Send values of the wrong types where the protocol has numbers, texts and lists."""

from tools import answer_with

answer_with(
    {"value": ["i", 5]},
    {"value": ["i", "0x3"]},
    {"value": {"i": "3"}},
    {"value": 3},
    {"value": ["l", "ab"]},
    {"value": ["d", [["x"]]]},
    {"value": ["d", [[["l", []], None]]]},
    {"value": ["s", [["l", []]]]},
    {"value": [["i", "3"]]},
)
