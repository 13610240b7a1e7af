"""What a student's nbgrader knows of the course."""

c = get_config()  # noqa: F821  (nbgrader defines it)

# The button Validate runs the checks as they are run when the work is graded: by nbjudge.
c.Autograde.autograde_preprocessors = ["nbjudge.JudgeExecute"]
