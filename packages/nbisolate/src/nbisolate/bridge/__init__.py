"""The bridge between the judge and the student's process: frames, values, handles."""
