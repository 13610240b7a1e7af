"""A class is graded: from the submitted folders over a pool of workers to the gradebook."""
