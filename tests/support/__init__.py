"""What the tests of the course share: paths, copies of the course, commands, and helpers."""
