"""One notebook, two processes: engine, warm process, judge, student, and the border."""
