# pandas and SciPy.
# needs: pandas scipy
# %% given imports
import pandas as pd
from scipy import sparse
# %% solution frames
### BEGIN SOLUTION
frame = pd.read_csv("towns.csv", parse_dates=["founded"])
by_size = frame.set_index("town")["people"].sort_values()
means = frame.groupby("country", as_index=False)["people"].mean()
matrix = sparse.csr_matrix([[0, 1], [2, 0]])


def largest(table, n):
    """The n rows with most people."""
    return table.nlargest(n, "people").reset_index(drop=True)
### END SOLUTION
# %% test type_of_frame 1
import pandas as pd

assert type(frame) == pd.DataFrame and isinstance(by_size, pd.Series)
assert frame.shape == (4, 4)
# %% test columns 1
assert list(frame.columns) == ["town", "country", "people", "founded"]
assert frame["people"].dtype == "int64" and str(frame["founded"].dtype).startswith("datetime64")
assert frame["people"].sum() == 1010
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
# %% test sparse_matrix 1
assert matrix.shape == (2, 2) and matrix.nnz == 2
assert matrix.toarray().tolist() == [[0, 1], [2, 0]]
