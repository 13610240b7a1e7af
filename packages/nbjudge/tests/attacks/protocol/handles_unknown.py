"""Send handles that do not exist, with numbers and names of the wrong kind, as if ints."""

from tools import answer_with

answer_with(
    {"value": ["h", 1 << 39, "int", True]},
    {"value": ["h", 999, "3", True]},
    {"value": ["h", 999, "\ud800<script>", False]},
    {"value": ["h", -1, "int", True]},
)
