# Names that test cells and cells of the notebook bind in turn.
# %% solution squares
def squares(n):
    return [i * i for i in range(n)]


result = squares(3)
# %% test first
assert result == [0, 1, 4]
result = squares(2)
helper = 17
assert result == [0, 1]
# %% solution cubes
def cubes(n):
    return [i**3 for i in range(n)]


result = cubes(3)
# %% test student_binds_last
assert result == [0, 1, 8]
# %% test not_yet_bound
total = None
assert squares(2) == [0, 1]
# %% solution total
total = sum(cubes(3))
limit = 3
# %% test student_binds_after_a_test
assert total == 9
# %% test a_later_test_binds_it
assert limit == 3
# %% test binds_limit
limit = 5
assert limit == 5
# %% test test_binds_last
assert limit == 5
# %% given
def given_sum(items):
    return sum(items)


factor = 2
# %% test given_names
assert given_sum(squares(3)) == 5 * factor - 5
factor = 10
# %% test binds_given_name
assert factor == 10
# %% wrong cubes cubes: student_binds_last student_binds_after_a_test
def cubes(n):
    return [i * i for i in range(n)]


result = cubes(3)
# %% wrong total limit: a_later_test_binds_it
total = 9
limit = 4
