"""Takes the faults from the list by index.

points: 4
"""


def diagnoses():
    places = [6, 0, 1, 8, 11, 12, 10, 9]
    return {loop: FAULTS[place] for loop, place in zip("ABCDEFGH", places, strict=True)}
