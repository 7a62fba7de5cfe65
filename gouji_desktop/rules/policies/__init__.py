"""One module an axis of the rules: the options of a rule set name what is chosen here."""
