# Tables, as in a first course on pandas.
# %% given imports
import pandas as pd
# %% solution frames
### BEGIN SOLUTION
frame = pd.DataFrame(
    {
        "town": ["Abbey", "Brook", "Cliff", "Dale"],
        "country": ["S", "N", "N", "S"],
        "people": [400, 100, 310, 200],
    }
)
by_size = frame.set_index("town")["people"].sort_values()
means = frame.groupby("country", as_index=False)["people"].mean()


def largest(table, n):
    """The n rows with most people."""
    return table.nlargest(n, "people").reset_index(drop=True)
### END SOLUTION
# %% test columns 1
assert list(frame.columns) == ["town", "country", "people"]
assert frame["people"].dtype == "int64" and frame["people"].sum() == 1010
# %% test series 1
assert by_size.index[0] == "Brook" and by_size["Abbey"] == 400
assert by_size.name == "people"
# %% test equal_frames 1
import pandas as pd

expected = pd.DataFrame({"country": ["N", "S"], "people": [205.0, 300.0]})
pd.testing.assert_frame_equal(means, expected, check_dtype=True)
# %% test function_of_frame 1
import pandas as pd

made = pd.DataFrame({"town": ["x", "y", "z"], "people": [3, 9, 5]})
assert largest(made, 2)["town"].tolist() == ["y", "z"]
assert largest(made, 2).equals(pd.DataFrame({"town": ["y", "z"], "people": [9, 5]}))
