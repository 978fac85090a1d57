"""Signs that two accounts play together: what is measured, and how unusual it is.

    witness    what a ruleset measures of a move: whether it helped another seat
    reading    from the log of a game that is over to its signs
    weighing   from sums of signs to lines, each with its baseline, and a score

All of it is arithmetic over what was recorded. It accuses nobody: people look at it.
"""
