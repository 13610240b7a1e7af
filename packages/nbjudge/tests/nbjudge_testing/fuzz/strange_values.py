"""Values that are hard to read, to show or to print, for damage of every kind."""

from typing import Any

ESCAPES = "\x1b[2J\x1b]0;title\x07\r\nada: forged\x9b31m\u202e"
STRANGE: list[Any] = [
    None, True, -1, 0, 10**400, 1e308, "", "x" * 200_000, ESCAPES, "\ud83d", "\0", [], {}, [[]],
    {"cell_type": "code"}, ["a", 1, None], "../../x", "__proto__", "<script>alert(1)</script>",
]  # fmt: skip
MARKDOWN = [
    "<p>" + "".join(f"<b title={i}>" for i in range(900)) + "<p>x" * 900,
    "\\begin{a}" * 9000,
    "[" * 30_000,
    "> " * 10_000 + "x",
    "*a **b " * 8000,
    "`" * 30_000,
    "<div>" * 15_000,
    "| a " * 4000 + "\n" + "|-" * 4000 + "\n" + "| x " * 4000,
    "![x](attachment:y)" * 500,
    ESCAPES,
]
OUTPUTS = [
    {"output_type": "stream", "name": "stdout", "text": "\x1b[1m" * 20_000},
    {"output_type": "display_data", "data": {"text/html": "<div>" * 20_000}, "metadata": {}},
    {"output_type": "display_data", "data": {"text/markdown": "[" * 20_000}, "metadata": {}},
    {"output_type": "error", "ename": ESCAPES, "evalue": ESCAPES, "traceback": [ESCAPES] * 99},
]
TIMES = [
    "2024-01-01 10:00:00 /proc/self/mem",
    "1.1." * 50_000,
    "2000-01-01 00:00:00 UTC",
    ESCAPES,
    "9999-12-31T23:59:59-23:59",
    "",
]
