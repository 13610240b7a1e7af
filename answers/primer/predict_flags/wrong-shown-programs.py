"""does: Returns the flags of the visible programs.

points: 0
hears: The dict has no entry for t1.
"""


def predict_flags(program):
    known = {
        "w": (True, True), "x": (False, True), "c": (False, True), "y": (True, False),
        "z": (True, False), "k": (False, True), "d": (False, True), "e": (False, True),
        "f": (True, False), "n": (False, True), "m": (True, False),
    }
    if ("v", "parameter", ()) in program:
        known |= {"w": (False, True), "v": (True, True), "i": (False, True), "j": (True, False),
                  "z": (False, True), "u": (True, False)}
    return {name: known[name] for name, _, _ in program if name in known}
