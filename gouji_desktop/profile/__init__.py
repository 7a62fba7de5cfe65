"""What a person keeps on disk: settings, the archive of matches, statistics, and the lock on all of it."""
