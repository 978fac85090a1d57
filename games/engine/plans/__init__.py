"""Standing orders: what a seat's owner wants played while they are not there to say so.

Pure, and blind by construction: everything here gets the observation of one seat, the moves that
this seat may make and which kinds of events there were, and so can refer to nothing hidden.
"""
