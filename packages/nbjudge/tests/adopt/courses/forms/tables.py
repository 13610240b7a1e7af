# Arrays and tables: their classes, and changes in place.
# %% given
import numpy as np
import pandas as pd
# %% solution tables
frame = pd.DataFrame({"a": [1, 2, 3]})
series = pd.Series([1.0, 2.0], index=["x", "y"], name="s")
dates = pd.date_range("2024-01-01", periods=3)
steps = np.arange(4)


def columns():
    return list(frame.columns)


def add_double(table):
    table["double"] = 2 * table["a"]


def drop_first(table):
    return table.iloc[1:]
# %% test classes
assert isinstance(frame, pd.DataFrame) and type(frame) == pd.DataFrame
assert isinstance(series, pd.Series) and isinstance(steps, np.ndarray)
assert steps.dtype == np.int64 and isinstance(steps[0], (int, np.integer))
# %% test indexes
assert isinstance(dates, pd.DatetimeIndex) and isinstance(frame.index, pd.RangeIndex)
assert dates[1] == pd.Timestamp("2024-01-02")
# %% test new_column
frame["b"] = 2 * frame["a"]
assert frame["b"].tolist() == [2, 4, 6]
assert columns() == ["a", "b"]
# %% test column_in_place
table = pd.DataFrame({"a": [1, 2]}, index=["p", "q"])
add_double(table)
assert table["double"].tolist() == [2, 4] and list(table.index) == ["p", "q"]
# %% test input_is_left_alone
table = pd.DataFrame({"a": [1, 2]})
result = drop_first(table)
assert len(result) == 1
pd.testing.assert_frame_equal(table, pd.DataFrame({"a": [1, 2]}))
# %% test value_of_series
series["z"] = 3.0
assert series.sum() == 6 and len(series) == 3
# %% wrong tables add: column_in_place
def add_double(table):
    return table.assign(double=2 * table["a"])
# %% wrong tables drop: input_is_left_alone
def drop_first(table):
    table.loc[0, "a"] = 7
    return table.iloc[1:]
