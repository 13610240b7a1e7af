"""It walks a list of edges backward and adds up what arrives in a dict.

points: 1
"""

def four_weights(a, w1, w2, w3, w4):
    from collections import Counter

    b, c = w1 * a, w2 * a
    edges = [("L", "d", -1), ("d", "p", 1), ("d", "q", 1)]
    edges += [("q", "c", w4), ("q", "w4", c), ("p", "b", w3), ("p", "w3", b)]
    edges += [("c", "a", w2), ("c", "w2", a), ("b", "a", w1), ("b", "w1", a)]
    arrived = Counter(L=1)
    for here, there, slope in edges:
        arrived[there] += arrived[here] * slope
    return [arrived[leaf] for leaf in ("a", "w1", "w2", "w3", "w4")]
