# Partial credit: the value of a cell is its points.
# %% solution square
def square(x):
    return x * x if x > 0 else -1
# %% test half_of_the_points 3
sum(square(x) == x * x for x in (2, 3, -2, -3)) / 4 * 3
