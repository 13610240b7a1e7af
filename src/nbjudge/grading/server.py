"""The process that workers are forked from. It imports nbgrader once, and shares its memory.

Nothing heavy is imported here: `nbjudge grade` starts the server before its own imports, so that
both import on a core each.
"""

import multiprocessing
import multiprocessing.forkserver
import signal
from multiprocessing.context import ForkServerContext

# What the server imports, in this order: `lighter` before all that imports jsonschema. Without
# "__main__" each worker would import the main script anew.
IMPORTED = ["__main__", "nbjudge.grading.lighter", "nbjudge.grading.worker"]


def start_server() -> ForkServerContext:
    """Start the server if it does not run yet; return the context to make workers with."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    # Ctrl-C reaches the whole group. The server inherits this and never says a word of it.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        multiprocessing.forkserver.ensure_running()
    finally:
        signal.signal(signal.SIGINT, before)
    return context
