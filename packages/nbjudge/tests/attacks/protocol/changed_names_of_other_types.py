"""Report changed names that are no list, or no texts, or too many."""

from tools import answer_with

answer_with(
    {"value": ["i", "3"], "changed": "total"},
    {"value": ["i", "3"], "changed": {"total": 1}},
    {"value": ["i", "3"], "changed": [["total"], None, 1 << 70]},
    {"value": ["i", "3"], "changed": ["\ud800", "total"] * 300_000},
)
