# Files that are written by a magic command, and modules that are made of them.
# %% solution written
%%writefile shapes.py
def area(a, b):
    return a * b
# %% solution reads
def rows():
    with open("rows.csv") as file:
        return [line.strip().split(",") for line in file]
# %% test module_of_the_student 1
import shapes

assert shapes.area(2, 3) == 6
# %% test writefile_magic 1
%%writefile rows.csv
a,1
b,2
# %% test after_the_writefile_magic 1
assert rows() == [["a", "1"], ["b", "2"]]
