"""Computes the result again in the backward rule.

points: 2
"""

def exp(a):
    r = Variable(a.value.exp())

    def propagate(grads):
        return [grads[0] * a.exp()]

    record("exp", [a], [r], propagate)
    return r
