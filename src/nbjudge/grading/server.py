"""The process that workers are forked from. It imports nbgrader once, and shares its memory.

Nothing heavy is imported here: `nbjudge grade` starts the server before its own imports, so that
both import on a core each.
"""

import multiprocessing
import multiprocessing.context
import multiprocessing.forkserver
import sys

# JupyterLab brings this package along, and jsonschema imports it where it is: it takes more than a
# second to build a parser for international addresses, which no notebook's schema asks for.
sys.modules.setdefault("rfc3987_syntax", None)


def start_server() -> multiprocessing.context.BaseContext:
    """Start the server if it does not run yet; return the context to make workers with."""
    context = multiprocessing.get_context("forkserver")
    # Without "__main__" each worker would import the main script anew.
    context.set_forkserver_preload(["__main__", "nbjudge.grading.server", "nbjudge.grading.pools"])
    multiprocessing.forkserver.ensure_running()
    return context
