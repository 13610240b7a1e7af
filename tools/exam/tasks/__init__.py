"""The kinds of tasks. Each module has `TITLE`, `draw`, `check` and what else `Kind` lists."""

from question import Kind

from . import bug, count, drawing, flags, gradients, handover, orders, steps, tape

# By the word that an exam file uses.
KINDS: dict[str, Kind] = {
    "flags": flags,
    "count": count,
    "gradients": gradients,
    "orders": orders,
    "steps": steps,
    "bug": bug,
    "drawing": drawing,
    "tape": tape,
    "handover": handover,
}
