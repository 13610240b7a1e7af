# A student's function uses modules that only test cells import.
# %% solution area
def area(radius):
    return math.pi * radius**2
# %% test import_of_the_cell 1
import math

assert area(1) == math.pi
# %% test import_of_an_earlier_cell 1
assert area(0) == 0
