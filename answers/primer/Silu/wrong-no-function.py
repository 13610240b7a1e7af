"""does: Writes a class that isn't a Function, but has an apply.

points: 0
"""

class Silu:
    apply = staticmethod(nn.functional.silu)
