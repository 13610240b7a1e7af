# Cells that need more than a judge in another process gives, and carry the tag.
# %% solution functions
def hanoi(n, a, b, c, move):
    if n:
        hanoi(n - 1, a, c, b, move)
        move(a + c)
        hanoi(n - 1, b, a, c, move)


def memo(function):
    cache = {}

    def remembered(x):
        if x not in cache:
            cache[x] = function(x)
        return cache[x]

    return remembered


def largest(items, count):
    return sorted(items)[-count:]


def save(path, text):
    with open(path, "w") as file:
        file.write(text)


def count_words(path):
    with open(path) as file:
        return len(file.read().split())


limit = 20
# %% in_process changed_by_a_method
moves = []
hanoi(2, "a", "b", "c", moves.append)
assert moves == ["ab", "ac", "bc"]
# %% in_process changed_by_a_function
calls = 0


@memo
def square(x):
    global calls
    calls += 1
    return x * x


assert square(3) == square(3) == 9 and calls == 1
# %% in_process generator
def stream():
    yield from [3, 9, 1]


assert largest(stream(), 2) == [3, 9]
# %% in_process file_of_the_student
save("out.txt", "a b")
with open("out.txt") as file:
    assert file.read() == "a b"
# %% in_process file_of_the_test
import tempfile

with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    file.write("a b c")
    file.flush()
    assert count_words(file.name) == 3
# %% in_process name_in_globals
assert "limit" in globals() and globals()["limit"] == 20 and "maximum" not in globals()
# %% wrong functions order: changed_by_a_method
def hanoi(n, a, b, c, move):
    if n:
        hanoi(n - 1, a, b, c, move)
        move(a + c)
        hanoi(n - 1, b, a, c, move)
# %% wrong functions memo: changed_by_a_function
def memo(function):
    return function
# %% wrong functions largest: generator
def largest(items, count):
    return sorted(items)[:count]
# %% wrong functions save: file_of_the_student
def save(path, text):
    with open(path, "w") as file:
        file.write(text + "!")
# %% wrong functions words: file_of_the_test
def count_words(path):
    with open(path) as file:
        return len(file.read())
# %% wrong functions limit: name_in_globals
maximum = 20
