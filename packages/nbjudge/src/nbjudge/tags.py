"""The tags that an instructor writes on a cell in `source/`.

All names that begin with `PREFIX` are nbjudge's: one that is not in `TAGS` is a mistake.
"""

PREFIX = "nbjudge:"
# On a test cell that cannot be judged from outside: it runs in the student's process.
IN_PROCESS = "nbjudge:in-process"
# On an in-process cell that needs what other test cells do: all test cells take part in the plain
# run.
WITH_ALL_TESTS = "nbjudge:with-all-tests"
IN_PROCESS_TAGS = (IN_PROCESS, WITH_ALL_TESTS)
# On a test cell whose answer could be found by submitting again and again: its points are shown
# and counted after the due date.
AFTER_DUE_DATE = "nbjudge:after-due-date"
TAGS = (*IN_PROCESS_TAGS, AFTER_DUE_DATE)
