# Cells that carry a tag, one after the other: those named in_process or with_all_tests.
# %% solution names
def square(x):
    return x * x


def squares(n):
    return [square(i) for i in range(n)]


class Counter:
    def __init__(self):
        self.count = 0

    def up(self):
        self.count += 1
# %% in_process replaced
kept = square
square = lambda x: 100
assert squares(2) == [100, 100]
square = kept
names = ["n"]
counter = Counter()
counter.up()
# %% in_process seen_by_the_next
assert names == ["n"] and counter.count == 1 and isinstance(counter, Counter)
counter.up()
# %% test judged_in_between
assert squares(3) == [0, 1, 4]
expected = 2
# %% solution more
names = "of the student"
# %% with_all_tests goes_on
assert counter.count == expected
assert names == "of the student"
# %% wrong names square: replaced seen_by_the_next goes_on
def squares(n):
    return [i * i for i in range(n)]
