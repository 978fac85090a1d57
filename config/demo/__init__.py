"""A server to look at: an app with one command, `manage.py demo`.

Everything in it is made by the services, as people, bots and moderators would have made it.

refusing      where a demo would do harm
people        who is there: accounts of every role, and their bots
playing       sitting down, and playing on for everybody at a table
evenings      games that were simply played, day by day
tables        games in every other state
order         reports, cases, sanctions, appeals, and what staff looked at
seeding       all of it in turn
"""
