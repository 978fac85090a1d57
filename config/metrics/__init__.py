"""Figures for Prometheus: how many, how long, how late. No label has an id or a name in it.

counting      what processes count while they work, in files of a shared folder
collecting    what is asked of the database and the broker for each look
__main__      the process that shows both, on a port of its own
"""
