# A test cell that does not notice that an answer changes its argument.
# %% solution order
def ordered(items):
    ### BEGIN SOLUTION
    found = list(items)
    found.sort()
    return found[:]
    ### END SOLUTION
# %% test returned 1
assert ordered([3, 1]) == [1, 3]
# %% test argument 1
items = [3, 1]
assert ordered(items) == [1, 3]
before = items + []
assert before == [3, 1]
# %% test argument_by_value 1
items = [3, 1]
assert (ordered(items), items + []) == ([1, 3], [3, 1])
