"""Shifts bits, prints, and warns.

points: 4
"""

import sys
import warnings


def edges_without_memory(n):
    warnings.warn(f"{n} doublings", stacklevel=2)
    print("counting", file=sys.stderr)
    return (1 << n + 1) - 2
