# Tests that read what a student's function prints.
# %% solution greet
def greet(name="you"):
    print("hello", name)
# %% test redirected_stdout 1
import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()) as text:
    greet()
assert text.getvalue() == "hello you\n"
# %% test replaced_stdout 1
import io
import sys

kept, sys.stdout = sys.stdout, io.StringIO()
greet("Ada")
text, sys.stdout = sys.stdout.getvalue(), kept
assert text == "hello Ada\n"
# %% test captured_output 1
from IPython.utils.capture import capture_output

with capture_output() as captured:
    greet()
assert captured.stdout == "hello you\n"
# %% test capture_magic 1
%%capture seen
greet("Bob")
# %% test after_the_capture_magic 1
assert seen.stdout == "hello Bob\n"
