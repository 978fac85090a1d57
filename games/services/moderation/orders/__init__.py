"""Orders of staff to a game, through the one command path and never past it.

order      what every order is
clocks     pause, resume, another deadline
seats      somebody else, or the house, for a seat
results    adjudicate, abort, annul, restore
reasons    what may stand in the log as the reason
giving     `give`: check, decide, append, with a row of the audit log in the same transaction
previewing `preview`: the same decision, dry, and what each seat would see of it
refusals   why not
"""
