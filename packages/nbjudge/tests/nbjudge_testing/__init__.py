"""Courses, gradebooks, machines, damaged submissions and other support of nbjudge's tests."""
