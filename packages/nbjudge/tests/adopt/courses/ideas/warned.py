# Warnings of a student's function.
# %% solution old
import warnings


def old():
    warnings.warn("this is old", DeprecationWarning)
    return 1
# %% test recorded_warning 1
import warnings

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert old() == 1
assert [each.category for each in caught] == [DeprecationWarning]
# %% test warning_as_error 1
import warnings

with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        old()
    except DeprecationWarning as error:
        assert "old" in str(error)
    else:
        raise AssertionError("no warning")
