"""Is not a Function, but has an apply.

points: 0
"""

class Silu:
    apply = staticmethod(nn.functional.silu)
