"""Take up nbjudge in a course that exists: what the class would meet, before it meets it."""
