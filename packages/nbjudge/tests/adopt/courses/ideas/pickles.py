# Pickles of a student's objects, in memory and in files.
# %% solution pickles
import pickle


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


def dump(value):
    with open("value.pickle", "wb") as file:
        pickle.dump(value, file)
# %% test pickle_in_memory 1
import pickle

point = pickle.loads(pickle.dumps(Point(1, 2)))
assert type(point) is Point and (point.x, point.y) == (1, 2)
# %% test pickle_in_a_file 1
import pickle

dump([Point(3, 4)])
with open("value.pickle", "rb") as file:
    (point,) = pickle.load(file)
assert (point.x, point.y) == (3, 4)
