"""Values of the standard library, NumPy, pandas and SciPy arrive as what they were."""

import datetime
import decimal
import enum
import fractions
import re
import zoneinfo
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple

import numpy
import pandas
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from pandas.testing import assert_frame_equal, assert_index_equal, assert_series_equal
from scipy import sparse

from nbisolate.bridge.channel import ProtocolError
from nbisolate.bridge.codec import decode
from nbisolate.bridge.codec.stdlib import DIGITS
from nbisolate.bridge.special_methods import is_handle
from nbisolate_testing.wire import across

Point = namedtuple("Point", "x y")
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
VALUES = [
    range(1, 9, 2),
    slice(None, 3),
    deque([1, 2], 5),
    OrderedDict(b=1, a=[2]),
    Counter("aab"),
    defaultdict(list, {1: [2]}),
    decimal.Decimal("1.50"),
    decimal.Decimal("-Infinity"),
    fractions.Fraction(1, 3),
    datetime.date(2020, 1, 2),
    datetime.time(1, 2, 3, 4),
    datetime.datetime(2020, 1, 2, 3, 4, 5, 6),
    datetime.datetime(2020, 1, 2, tzinfo=datetime.UTC),
    datetime.datetime(2020, 10, 25, 2, 30, tzinfo=BERLIN, fold=1),
    datetime.timedelta(-1, 5, 7),
    datetime.timezone(datetime.timedelta(hours=2), "X"),
    BERLIN,
    re.compile(r"(?i)\d+[^a]"),
    re.compile(b"a|b", re.S),
    len,
    numpy.float64(1.5),
    numpy.int32(3),
    numpy.bool_(True),
    numpy.str_("x"),
    numpy.datetime64("2020-01-01"),
    numpy.timedelta64(5, "s"),
    numpy.dtype("<f4"),
    numpy.dtype(object),
    torch.float32,
    pandas.Timestamp("2020-01-01 10:00"),
    pandas.Timestamp("2020-01-01", tz="Europe/Berlin"),
    pandas.Timedelta("3 days"),
]
ARRAYS = [
    numpy.array([["ab", "c"]]),
    numpy.array([b"ab"]),
    numpy.array(["2020-01-01"], dtype="M8[D]"),
    numpy.array([], dtype="<U5"),
    numpy.array([1, "a", None, [1]], dtype=object),
]
INDEXES = [
    pandas.RangeIndex(5, name="x"),
    pandas.Index([1, 2], name="n"),
    pandas.Index(["a", "b"]),
    pandas.Index([1, "a"], dtype=object),
    pandas.Index([True, False]),
    pandas.Index([1.5]),
    pandas.Index([], dtype=object),
    pandas.DatetimeIndex(["2020-01-05", "2020-01-01"]),
    pandas.date_range("2020", periods=3, freq="D"),
    pandas.date_range("2020", periods=3, freq="h", tz="Europe/Berlin"),
    pandas.timedelta_range("1D", periods=3),
    pandas.period_range("2020-01", periods=3, freq="M"),
    pandas.interval_range(0, 3),
    pandas.IntervalIndex.from_tuples([(0.5, 1.5)], closed="both"),
    pandas.CategoricalIndex(["a", "b", "a"]),
    pandas.MultiIndex.from_tuples([(1, "a"), (2, "b")], names=["p", None]),
    pandas.MultiIndex.from_product([pandas.date_range("2020", periods=2), ["x"]]),
]
SERIES = [
    pandas.Series([1, 2], name="q"),
    pandas.Series([1.5, None]),
    pandas.Series([3], dtype="uint8"),
    pandas.Series([1 + 2j]),
    pandas.Series([], dtype=float),
    pandas.Series(["a", None]),
    pandas.Series(["a"], dtype=object),
    pandas.Series(["a", None], dtype="string"),
    pandas.Series([1, None], dtype="Int64"),
    pandas.Series([True, None], dtype="boolean"),
    pandas.Series([1.5, None], dtype="Float32"),
    pandas.Series(["x", "y"], dtype="category"),
    pandas.Series(pandas.Categorical(["x"], categories=["y", "x"], ordered=True)),
    pandas.Series(pandas.date_range("2020", periods=2)),
    pandas.Series(pandas.date_range("2020", periods=2, tz="America/New_York")),
    pandas.Series([pandas.Timedelta("1s")]),
    pandas.Series(pandas.period_range("2020", periods=2, freq="Q")),
    pandas.Series(pandas.interval_range(0, 2)),
    pandas.Series([[1], {2: 3}, decimal.Decimal("1.1"), datetime.date(2020, 1, 1)]),
]
FRAMES = [
    pandas.DataFrame(),
    pandas.DataFrame(index=[1, 2]),
    pandas.DataFrame(columns=["x"]),
    pandas.DataFrame({"a": [1, 2], "b": ["x", "y"]}, index=["r", "s"]),
    pandas.DataFrame([[1, 2]], columns=["a", "a"]),
    pandas.DataFrame({"a": [1, 1], "v": [1.0, 2.0]}).groupby("a").agg(["mean", "sum"]),
    pandas.DataFrame({"a": pandas.date_range("2020", periods=2)}).set_index("a"),
    pandas.DataFrame(dict(enumerate(SERIES[:12]))),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_arrives_as_it_was(value):
    arrived = across([value])[0]
    assert type(arrived) is type(value) and arrived == value and repr(arrived) == repr(value)


def test_what_is_equal_to_nothing_arrives_as_well():
    assert across(pandas.NA) is pandas.NA and across(pandas.NaT) is pandas.NaT
    assert across(decimal.Decimal("NaN")).is_nan()


@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: array.dtype.str)
def test_an_array_arrives_as_it_was(array):
    arrived = across(array)
    assert type(arrived) is numpy.ndarray
    assert arrived.dtype == array.dtype and arrived.shape == array.shape
    assert arrived.tolist() == array.tolist()


@pytest.mark.parametrize(
    "array",
    [
        numpy.matrix([[1.5, 2], [3, 4]]),
        numpy.matrix([[1, 2, 3]]).T,
        numpy.asfortranarray([[1, 2, 3], [4, 5, 6]]),
        numpy.zeros((2, 3, 4), order="F"),
        numpy.arange(24).reshape(2, 3, 4).transpose(1, 0, 2),
    ],
    ids=range(5),
)
def test_a_matrix_and_the_order_in_memory_arrive(array):
    """By the order sums are rounded, and the product of two matrices is not that of their items."""
    arrived = across([array])[0]
    assert type(arrived) is type(array) and arrived.tolist() == array.tolist()
    assert arrived.flags.f_contiguous == array.flags.f_contiguous and arrived.flags.writeable


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
@pytest.mark.parametrize("kind", ["matrix", "array"])
def test_a_sparse_matrix_arrives_as_it_was(form, kind):
    matrix = getattr(sparse, f"{form}_{kind}")(numpy.diag([1.5, 0, 2.5]).astype("f4")[:2])
    arrived = across(matrix)
    assert type(arrived) is type(matrix) and arrived.shape == (2, 3)
    assert arrived.dtype == matrix.dtype and (arrived != matrix).nnz == 0


@pytest.mark.parametrize("index", INDEXES, ids=lambda index: type(index).__name__)
def test_an_index_arrives_as_it_was(index):
    arrived = across(index)
    assert_index_equal(arrived, index, exact=True)
    assert type(arrived) is type(index)
    assert getattr(arrived, "freq", None) == getattr(index, "freq", None)


@pytest.mark.parametrize("series", SERIES, ids=lambda series: str(series.dtype))
def test_a_series_arrives_as_it_was(series):
    arrived = across(series)
    assert_series_equal(arrived, series)
    assert type(arrived) is pandas.Series


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: str(frame.shape))
def test_a_frame_arrives_as_it_was_and_can_be_changed(frame):
    arrived = across(frame)
    assert_frame_equal(arrived, frame)
    assert type(arrived) == pandas.DataFrame  # noqa: E721
    arrived["new"] = 1
    assert list(arrived.columns)[-1] == "new" or arrived.columns.nlevels > 1


columns = st.one_of(
    st.lists(st.integers(-(2**63), 2**63 - 1), min_size=3, max_size=3),
    st.lists(st.floats(), min_size=3, max_size=3),
    st.lists(st.text(max_size=3).filter(lambda text: text.isprintable()), min_size=3, max_size=3),
    st.lists(st.booleans() | st.none(), min_size=3, max_size=3),
    st.lists(
        st.dates(datetime.date(1700, 1, 1), datetime.date(2200, 1, 1)), min_size=3, max_size=3
    ),
)


@given(st.dictionaries(st.text("abc", max_size=2) | st.integers(), columns, max_size=4))
def test_any_frame_arrives_as_it_was(table):
    frame = pandas.DataFrame(table)
    assert_frame_equal(across(frame), frame)


exact = st.one_of(
    st.decimals(),
    st.fractions(),
    st.dates(),
    st.times(),
    st.datetimes(),
    st.datetimes(timezones=st.timezones()),
    st.timedeltas(),
    st.builds(range, st.integers(), st.integers(), st.integers(1)),
)


@given(st.lists(exact, max_size=4))
def test_any_exact_value_arrives_as_it_was(values):
    arrived = across(values)
    assert list(map(repr, arrived)) == list(map(repr, values))


def test_named_tuples_are_of_one_class_and_equal():
    first, second = across([Point(1, [2]), Point(1, [2])])
    assert first == second == (1, [2]) and first.y == [2]
    assert type(first) is type(second) and first._fields == ("x", "y")
    assert repr(first) == "Point(x=1, y=[2])"


class Color(enum.IntEnum):
    RED = 1


class Far(namedtuple("Far", "x")):
    def twice(self):
        return 2 * self.x


class Bag(dict):
    def total(self):
        return sum(self.values())


@pytest.mark.parametrize(
    "value",
    [
        Color.RED,
        Far(1),
        Bag(a=1),
        numpy.ma.masked_array([1, 2], [True, False]),
        numpy.zeros(2, dtype=[("a", "f4")]),
        numpy.dtype([("a", "f4")]),
        type("Own", (pandas.DataFrame,), {})({"a": [1]}),
        pandas.Series(pandas.arrays.SparseArray([0, 1])),
        decimal.Decimal(f"1e{DIGITS + 1}"),
        re.compile("a" * 2001),
        eval,
        print,
        [].append,
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_would_lose_something_stays(value):
    assert is_handle(across([value])[0])


HOSTILE = {
    "a named tuple of code": [
        "named",
        ["k", 0, ["P", "m", [], [], "own"]],
        "P",
        ["x=print()"],
        [1.0],
    ],
    "a named tuple of private names": [
        "named",
        ["k", 0, ["P", "m", [], [], "own"]],
        "P",
        ["_x"],
        [1.0],
    ],
    "a decimal of a large exponent": ["decimal", f"1e{DIGITS + 1}"],
    "a fraction over nothing": ["fraction", ["i", "1"], ["i", "0"]],
    "a fraction of long numbers": ["fraction", ["i", "f" * 20_000], ["i", "3"]],
    "a pattern that is none": ["pattern", "(", 32],
    "a pattern of numbers": ["pattern", 1.0, 32],
    "a pattern that prints": ["pattern", "a", 160],
    "a pattern of a flag that is none": ["pattern", "a", 2**40],
    "a long pattern": ["pattern", "a" * 2001, 32],
    "a matrix of one axis": ["view", "matrix", ["A", "|u1", [1], 0, 1]],
    "a view of a list": ["view", "transposed", ["l", [["i", "1"]]]],
    "a function that runs a text": ["F", "eval"],
    "a function that is none": ["F", ["l", []]],
    "a zone of a file": ["zone", "../../../etc/passwd"],
    "a zone of a long path": ["zone", "a/" * 10],
    "a factory that is no function": ["default", ["i", "5"], []],
    "a factory that runs a text": ["default", ["F", "eval"], []],
    "texts that are no texts": ["N", "<U1", [], 0, 4],
    "an array of no size": ["A", "<U0", [2**39], 0, 0],
    "an array of objects": ["A", "|O8", [1], 0, 8],
    "objects that are too few": ["O", [2**39], []],
    "a frame of unequal columns": [
        "frame",
        ["rangeindex", ["range", ["i", "0"], ["i", "2"], ["i", "1"]], None],
        ["rangeindex", ["range", ["i", "0"], ["i", "1"], ["i", "1"]], None],
        [["A", "|u1", [1], 0, 1]],
    ],
    "a frequency that is none": ["periods", ["A", "<i8", [1], 0, 8], "dateutil/x"],
    "a masked array of texts": ["masked", ["A", "<U1", [0], 0, 0], ["A", "|b1", [0], 0, 0]],
    "a sparse matrix beyond its shape": [
        "sparse",
        "csr_matrix",
        [1, 1],
        ["A", "<i4", [1], 0, 4],
        ["A", "<i4", [1], 0, 4],
        ["A", "<i4", [1], 0, 4],
    ],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_nobody_would_write_is_a_clean_error(name):
    class Handles:
        def new_kind(self, *description):
            return type("P", (), {"_nbisolate_twins": set()})

    with pytest.raises(ProtocolError):
        decode(HOSTILE[name], b"\xff" * 8, Handles())
