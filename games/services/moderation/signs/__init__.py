"""Signs that two accounts play together: found in games that are over, summed up by pair, shown.

    ended        which games are to be looked through
    looking      looking through one, and adding up what was found
    sums         the sums of signs
    networks     whether two were seen on one network
    suspicions   how unusual a pair is, line by line
    opening      a case about a pair

Nothing here acts against an account: people look, and open a case.
"""
