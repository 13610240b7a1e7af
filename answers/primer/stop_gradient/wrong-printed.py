"""does: Prints the output instead of returning it.

points: 0
hears: the output: expected a tensor, got None (print shows a value, return hands it back).
"""


def stop_gradient(first, second, x):
    print(second(first(x).detach()))
