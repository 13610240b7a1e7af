"""Name bytes outside the block, shapes below zero, and more elements than there are bytes."""

from tools import answer_with

answer_with(
    {"value": ["b", -1, 5]},
    {"value": ["b", 0, 1 << 39]},
    {"value": ["A", "<f8", [-1], 0, 8]},
    {"value": ["A", "<f8", [1 << 30, 1 << 30], 0, 8]},
    {"value": ["A", "|O8", [1], 0, 8]},
    {"value": ["T", "float64", [1 << 39, 0], 0, 0]},
    {"value": ["T", "__class__", [1], 0, 8]},
    blob=b"12345678",
)
