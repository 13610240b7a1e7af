"""Imports modules, one of them unused.

points: 3
"""

import copy
import math
from functools import reduce


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        grad = how == "parameter"
        if how == "multiply":
            grad = reduce(lambda known, each: known or flags[each][0], inputs, False)
        flags[name] = (grad, not (grad and how == "multiply"))
    return copy.copy(flags)
