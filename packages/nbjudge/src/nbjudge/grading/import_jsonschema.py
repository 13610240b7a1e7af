"""A fast import of jsonschema, which nbformat and nbgrader need.

jsonschema imports the optional packages that validate addresses, durations, dates and colors. They
are installed wherever JupyterLab is. Importing them takes 0.2 s on a fast processor, and another
second if `rfc3987_syntax` builds its parser, but no notebook schema uses those formats. This module
hides the packages while jsonschema is imported. Afterwards they can be imported as usual.
"""

import sys

SLOW = (
    "isoduration",
    "rfc3339_validator",
    "rfc3986_validator",
    "rfc3987_syntax",
    "uri_template",
    "webcolors",
)

if "jsonschema" not in sys.modules:
    hidden = [name for name in SLOW if name not in sys.modules]
    for name in hidden:
        sys.modules[name] = None  # type: ignore[assignment]  # makes `import name` raise
    try:
        import jsonschema  # noqa: F401
    finally:
        for name in hidden:
            del sys.modules[name]
