"""What all card games share: seats, cards, chance, events, decisions, and what a ruleset is.

Pure: the standard library and msgspec. No clock, no I/O, no Django; time and chance are passed in.
"""
