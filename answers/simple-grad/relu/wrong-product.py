"""does: Multiplies by the mask, which records an entry of mul.
believes: "Multiplying by the mask is enough."

points: 0
hears: left no entry of its own
"""

def relu(a):
    return a * Variable((a.value > 0).to(a.value.dtype))
