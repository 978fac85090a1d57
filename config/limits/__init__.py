"""Rate limits: what is counted, where it is counted, and what an answer says about it.

`policies` is the one table of limits. `counters` counts, in the cache or in this process. `visit`
decides for one request what it takes from whom; the gate, the answer to a refusal and the
middleware only ask it, at the three moments at which something can be known.
"""
