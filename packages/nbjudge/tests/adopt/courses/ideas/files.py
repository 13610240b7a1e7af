# Files that one side writes and the other reads, and open files.
# %% solution files
def save(text):
    with open("out.txt", "w") as file:
        file.write(text)


def load():
    with open("in.txt") as file:
        return file.read()


def first_line(file):
    return file.readline()


def opened():
    return open("out.txt")
# %% test student_writes_a_file 1
save("two\nlines")
with open("out.txt") as file:
    assert file.read() == "two\nlines"
# %% test student_reads_a_file 1
with open("in.txt", "w") as file:
    file.write("of the test")
assert load() == "of the test"
# %% test file_as_argument 1
with open("in.txt") as file:
    assert first_line(file) == "of the test"
    assert file.read() == ""
# %% test file_as_value 1
with opened() as file:
    assert file.readlines() == ["two\n", "lines"]
