"""What the tests of nbisolate share."""
