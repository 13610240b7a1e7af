"""Files that students can write, and files that a kill must not damage."""
