# Test cells that need a process with the submission; one of them also what another test cell binds.
# %% solution names
### BEGIN SOLUTION
def square(x):
    return x * x


def squares(count):
    return [square(x) for x in range(count)]
### END SOLUTION
# %% test sets_up 1
count = 4
assert square(3) == 9
# %%
found = squares(count)
# %% test set_up 1
assert found == [0, 1, 4, 9]
# %% test deletes 1
"""Does squares call square?"""
kept = square
del square
try:
    squares(2)
except NameError:
    pass
else:
    raise AssertionError("squares does not call square")
finally:
    square = kept
