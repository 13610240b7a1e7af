"""does: Calls every loop healthy.
believes: "If there's no error, the code is correct."

points: 0.5
hears: 1 of 8 are right
"""


def diagnoses():
    return dict.fromkeys("ABCDEFGH", "healthy")
