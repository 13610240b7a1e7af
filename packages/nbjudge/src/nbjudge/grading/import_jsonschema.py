"""Import jsonschema, which nbformat and nbgrader need, without what makes its import slow.

jsonschema imports what checks addresses, durations, dates and colours where it is installed, as it
is beside JupyterLab. That takes 0.2 s of a fast processor, and a second more where
`rfc3987_syntax` builds its parser; no notebook's schema asks for any of it. All of it can be
imported as ever after this.
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
        sys.modules[name] = None  # type: ignore[assignment]  # as if it were not there
    try:
        import jsonschema  # noqa: F401
    finally:
        for name in hidden:
            del sys.modules[name]
