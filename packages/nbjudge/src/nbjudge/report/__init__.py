"""What a class looks like: the page of `nbjudge report` and the table of `nbjudge table`."""
