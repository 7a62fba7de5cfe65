"""Six seats around one running match: the host of the truth, its log, and the sessions that look at it."""
