"""Send integers of a million digits, numbers beyond every range, and NaN."""

from tools import answer_with

answer_with(
    {"value": ["i", "f" * 1_000_000]},
    {"value": ["f", "nan"]},
    {"value": ["f", "9" * 39]},
    {"value": float("nan")},
    {"value": float("inf")},
    {"value": ["c", "nan", "inf"]},
)
