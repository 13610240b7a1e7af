"""What the gradebook and the records of grading hold, and how they are read."""
