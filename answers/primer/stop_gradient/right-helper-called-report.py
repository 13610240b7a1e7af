"""Has a helper named report.

points: 2
"""

def report(network, x):
    return network(x).detach()


def stop_gradient(first, second, x):
    return second(report(first, x))
