# %% markdown
# # Lists
#
# Write three functions on lists of numbers.

# %% solution total
def total(numbers):
    """Return the sum of the numbers; 0 for an empty list."""
    ### BEGIN SOLUTION
    result = 0
    for number in numbers:
        result += number
    return result
    ### END SOLUTION

# %% test test-total-values 1
assert total([1, 2, 3]) == 6, "1 + 2 + 3 is 6."

# %% test test-total-rare 1
assert total([4]) == 4, "The sum of one number is that number."
### BEGIN HIDDEN TESTS
assert total([]) == 0, "The sum of no numbers is 0."
### END HIDDEN TESTS

# %% solution running
def running(numbers):
    """Return the list of sums so far: [1, 2, 3] gives [1, 3, 6]."""
    ### BEGIN SOLUTION
    sums, so_far = [], 0
    for number in numbers:
        so_far += number
        sums.append(so_far)
    return sums
    ### END SOLUTION

# %% test test-running-values 3
assert running([1, 2, 3]) == [1, 3, 6], "The last sum holds all the numbers."
### BEGIN HIDDEN TESTS
given = [5, -5, 1]
assert running(given) == [5, 0, 1], "A negative number makes the sum smaller."
assert given == [5, -5, 1], "The list that was passed has changed."
### END HIDDEN TESTS

# %% solution flatten
def flatten(lists):
    """Return the items of all lists in one list."""
    ### BEGIN SOLUTION
    return [item for each in lists for item in each]
    ### END SOLUTION

# %% test test-flatten-values 3
assert flatten([[1], [2, 3]]) == [1, 2, 3], "The items stay in their order."
### BEGIN HIDDEN TESTS
assert flatten([[], [1]]) == [1], "An empty list has no items."
### END HIDDEN TESTS

# %% manual-text lists_writeup 4
# Why does `running` need a second variable?
