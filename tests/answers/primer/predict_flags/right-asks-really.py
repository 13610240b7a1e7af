"""Runs the program with the notebook's own tool.

points: 3
"""


def predict_flags(program):
    return really(program)
