"""Import jsonschema, which nbformat and nbgrader need, without what makes its import slow.

JupyterLab brings the package `rfc3987_syntax` along, and jsonschema imports it where it is: it
takes more than a second to build a parser for international addresses, which no notebook's schema
asks for. It can be imported as ever after this.
"""

import sys

SLOW = "rfc3987_syntax"

if "jsonschema" not in sys.modules and SLOW not in sys.modules:
    sys.modules[SLOW] = None  # type: ignore[assignment]  # imports fail as if it were not there
    try:
        import jsonschema  # noqa: F401
    finally:
        del sys.modules[SLOW]
