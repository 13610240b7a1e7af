# Values of the standard library and of NumPy.
# %% given imports
import collections
import datetime
import decimal
import enum
import fractions

import numpy as np

Pair = collections.namedtuple("Pair", "left right")


class Colour(enum.Enum):
    RED = 1
    BLUE = 2
# %% solution values
### BEGIN SOLUTION
steps = range(0, 10, 2)
part = slice(1, 3)
counts = collections.Counter("abracadabra")
ordered = collections.OrderedDict([("b", 1), ("a", 2)])
queue = collections.deque([1, 2, 3], maxlen=3)
pair = Pair(1, "one")
price = decimal.Decimal("1.10")
third = fractions.Fraction(1, 3)
day = datetime.date(2024, 2, 29)
moment = datetime.datetime(2024, 2, 29, 12, 30)
colour = Colour.BLUE
number = np.float32(0.5)
words = np.array(["north", "south"])
days = np.array(["2024-02-29"], dtype="datetime64[D]")
table = np.arange(6).reshape(2, 3)
### END SOLUTION
# %% test ranges 1
assert steps == range(0, 10, 2) and list(steps) == [0, 2, 4, 6, 8]
assert [5, 6, 7, 8][part] == [6, 7]
# %% test collections_ 1
assert counts["a"] == 5 and counts.most_common(1) == [("a", 5)]
assert list(ordered) == ["b", "a"]
assert queue[0] == 1 and len(queue) == 3
# %% test named_tuple 1
assert pair.left == 1 and pair == (1, "one") and pair.right == "one"
assert pair == Pair(1, "one")
# %% test numbers 1
import decimal
import fractions

assert price == decimal.Decimal("1.1") and price * 2 == decimal.Decimal("2.2")
assert third + third == fractions.Fraction(2, 3)
# %% test dates 1
import datetime

assert day.year == 2024 and day + datetime.timedelta(days=1) == datetime.date(2024, 3, 1)
assert moment > datetime.datetime(2024, 1, 1)
# %% test enum_member 1
assert colour == Colour.BLUE
assert colour.name == "BLUE" and colour.value == 2
# %% test numpy_scalar 1
import numpy as np

assert isinstance(number, np.floating) and number.dtype == np.float32
assert number == 0.5
# %% test numpy_arrays 1
import numpy as np

assert words.tolist() == ["north", "south"] and words.dtype.kind == "U"
assert days[0] == np.datetime64("2024-02-29")
np.testing.assert_array_equal(table, [[0, 1, 2], [3, 4, 5]])
assert table.shape == (2, 3)
