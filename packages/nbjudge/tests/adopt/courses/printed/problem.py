# Printed text and input, with the file that `nbjudge init --printed` writes, and without.
# %% solution double
def double():
    ### BEGIN SOLUTION
    number = int(input("A number: "))
    print(2 * number)
    ### END SOLUTION
# %% test imports_a_helper 1
from printed import run
import math

assert run(double, lines=["4"]).printed == "8\n" and math.pi > 3
# %% test patches 1
import io
from contextlib import redirect_stdout
from unittest import mock

with mock.patch("builtins.input", return_value="3"), redirect_stdout(io.StringIO()) as text:
    double()
assert text.getvalue() == "6\n"
