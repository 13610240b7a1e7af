# Names of the student that a test deletes or rebinds.
# %% solution squares
def square(x):
    return x * x


def squares(n):
    return [square(i) for i in range(n)]


def total(n):
    return sum(squares(n))
# %% test deleted_function 1
kept = squares
del squares
try:
    total(3)
except NameError:
    pass
else:
    raise AssertionError("total does not use squares")
finally:
    squares = kept
# %% test rebound_function 1
kept, calls = square, []
square = lambda x: calls.append(x) or 1
assert total(3) == 3 and calls == [0, 1, 2]
square = kept
