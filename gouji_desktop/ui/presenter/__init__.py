"""What is shown and where, in plain Python without Qt."""
