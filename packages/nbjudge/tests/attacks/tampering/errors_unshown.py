"""Replace what shows exceptions, so that a failed test has no error output."""

import sys
import traceback

from nbisolate.bridge import outputs
from nbisolate.processes import judge

kernel = get_ipython()  # noqa: F821
kernel.showtraceback = kernel._showtraceback = lambda *args, **kwargs: None
kernel.set_custom_exc((BaseException,), lambda *args, **kwargs: None)
sys.excepthook = traceback.print_exception = lambda *args, **kwargs: None
judge.show_student_error = outputs.error_output = lambda *args, **kwargs: None
