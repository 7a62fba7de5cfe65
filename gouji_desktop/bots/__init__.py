"""Players that see a seat's view and nothing else."""
