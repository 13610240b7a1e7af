"""Reports on a class: the page of `nbjudge report` and the table of `nbjudge table`."""
