"""A course as a whole: what others may see of it, its notes, and what it keeps of a student."""
