"""The frame of the dashboard: who may enter, how they prove who they are, what their pages may do.

    site          the pages of Django's admin, behind both factors
    factors       the second factor: an authenticator, and recovery codes
    views         the pages on which it is set up and asked for
    registers     lists that can be read, by the table of roles
    orders        forms with a reason and a note, each of which calls a service
    headers       what browsers are told about these pages

What is shown of games stands in `games.admin`.
"""
