# Values that are changed in place: by the test, and by the student's functions.
# %% given
import numpy as np
# %% solution work
letters = ["a"]
stock = {"pears": 2}
grid = np.zeros((2, 2))
seen = set()


def count_letters():
    return len(letters)


def sell(name):
    stock[name] -= 1


def sort_in_place(items):
    items.sort()


def take_first(queue):
    return queue.pop(0)


def clip(values):
    values[values < 0] = 0


def add_defaults(options):
    options.setdefault("color", "red")


def multiplication(table):
    for i, row in enumerate(table):
        for j in range(len(row)):
            row[j] = i * j


def tops(rows):
    rows.sort(key=lambda row: -row[0])


def without_doubles(items):
    return sorted(set(items))


def doubled(values):
    return [2 * value for value in values]


class Bag:
    def move_all(self, source, target):
        target.extend(source)
        source.clear()
# %% test list_is_changed
letters.append("b")
assert len(letters) == 2
assert letters is letters
assert count_letters() == 2
# %% test still_changed
assert letters == ["a", "b"]
# %% test dict_is_changed
stock["apples"] = 5
sell("apples")
sell("pears")
assert stock == {"pears": 1, "apples": 4}
# %% test array_is_changed
grid[0, 1] = 5
assert grid.sum() == 5 and grid[0, 1] == 5
np.fill_diagonal(grid, 1)
assert grid.trace() == 2
# %% test set_is_changed
seen.add(3)
assert 3 in seen and len(seen) == 1
# %% test sorted_in_place
numbers = [3, 1, 2]
same = numbers
sort_in_place(numbers)
assert numbers == [1, 2, 3] and same is numbers
# %% test returns_none
numbers = [2, 1]
assert sort_in_place(numbers) is None
assert numbers == [1, 2]
# %% test first_is_taken
queue = [1, 2, 3]
assert take_first(queue) == 1
assert queue == [2, 3]
# %% test array_in_place
values = np.array([-1.0, 2.0])
clip(values)
assert values.tolist() == [0.0, 2.0]
# %% test dict_in_place
options = {}
add_defaults(options)
assert options == {"color": "red"}
# %% test nested_lists
table = [[0] * 3 for _ in range(3)]
multiplication(table)
assert table[2] == [0, 2, 4]
# %% test identity_inside_lists
first, second = [1], [5]
rows = [first, second]
tops(rows)
assert rows[0] is second and rows == [[5], [1]]
# %% test input_is_left_alone
given = [2, 1, 2]
result = without_doubles(given)
assert result == [1, 2]
assert given == [2, 1, 2]
# %% test two_arguments
source, target = [1], []
Bag().move_all(source, target)
assert source == [] and target == [1]
# %% test value_of_a_call
values = [1, 2]
assert doubled(values) == [2 * value for value in values]
# %% test inside_a_function
def check(function, items, expected):
    function(items)
    assert items == expected


check(sort_in_place, [2, 1], [1, 2])
# %% student after
letters.append("c")
# %% test student_goes_on
assert letters == ["a", "b", "c"]
# %% wrong work count_letters: list_is_changed
def count_letters():
    return 1
# %% wrong work sort: sorted_in_place returns_none inside_a_function
def sort_in_place(items):
    return sorted(items)
# %% wrong work take_first: first_is_taken
def take_first(queue):
    return queue[0]
# %% wrong work clip: array_in_place
def clip(values):
    return np.maximum(values, 0)
# %% wrong work doubles: input_is_left_alone
def without_doubles(items):
    items.sort()
    return sorted(set(items))
# %% wrong work tops: identity_inside_lists
def tops(rows):
    rows[:] = [list(row) for row in sorted(rows, reverse=True)]
