# Functions of a test that student's code calls, and generators.
# %% solution callbacks
def each(items, function):
    for item in items:
        function(item)


def total(numbers):
    return sum(numbers)


def counter():
    n = 0
    while True:
        step = yield n
        n += step or 1
# %% test callback_changes_a_list 1
seen = []
each([1, 2], lambda item: seen.append(item * 10))
assert seen == [10, 20]
# %% test generator_as_argument 1
assert total(n * n for n in range(4)) == 14
# %% test generator_as_value 1
numbers = counter()
assert [next(numbers), numbers.send(5), next(numbers)] == [0, 5, 6]
