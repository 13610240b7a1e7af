# Tests that look at what is printed, answer input(), or use IPython.
# shared: printed patched_print patched_input magic
# %% solution talk
### BEGIN SOLUTION
def say(word):
    """Print a word twice."""
    print(word, word)


def ask():
    """Ask for a number and return it."""
    return int(input("A number, please: "))
### END SOLUTION
# %% test printed 1
import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()) as text:
    say("na")
assert text.getvalue() == "na na\n"
# %% test patched_print 1
from unittest import mock

with mock.patch("builtins.print") as fake:
    say("na")
fake.assert_called_once_with("na", "na")
# %% test patched_input 1
from unittest import mock

with mock.patch("builtins.input", return_value="42"):
    assert ask() == 42
# %% test magic 1
source = get_ipython().user_ns["say"].__doc__
assert "twice" in source
