"""What this program knows of each ruleset, so that no file can tell it something else."""

PACKS = {
    "mow": {"3338b53029236c5e3c06bff53f6cb4d4ae75fddc8e5faa712e59a2423f31abd8"},
    "farmyard-cries": {"38ff1cec75e8aab288339b0a01595f1d7d04ade8f7ded9c0a5386a20b71fe118"},
    "family-favourites": {"008f43fdfdc7520d890ddf6ee1f7fea1a701b803c6d1513ca9fe8656288a4ea0"},
    "tortoise": {"05dbd2b550b10f16d10b74e1cd50ab7ba4b1a4da5e28a49d418495c13ecd91d6"},
}
"""SHA-256 of the codes of each pack in the order of their numbers, as `json.dumps` writes them."""
DEALT = "RoundDealt"
MOVES = {
    "mow": {"CowPlayed", "HerdTaken"},
    "farmyard-cries": {"CardExchanged", "SwapCalled", "CardSealed", "SetLaidDown", "GroupCried"},
    "family-favourites": {"CardPlayed", "CardDrawn", "TurnPassed"},
    "tortoise": {"CardDrawn"},
}
"""The events that record a move."""
OTHERS = {
    "mow": {DEALT, "CardDrawn", "RoundEnded"},
    "farmyard-cries": {DEALT, "CardsPassed", "RaceStarted", "RoundEnded"},
    "family-favourites": {DEALT, "PileRecycled", "RoundEnded"},
    "tortoise": {DEALT, "PairsThrown", "HandOffered", "CardHandedOn", "RoundEnded"},
}
"""The events that follow from moves."""
SET = set("MYWB")
"""The parts of a set in Farmyard Cries: Mother, Young, Where found, Breed."""
FILLING = {"SeatInvited", "InvitationDeclined", "SeatTaken", "SeatLeft"}
REVEALS = {"RevealsAwaited", "EntropyRevealed"}
EVERYWHERE = {
    *("GameCreated", "GameStarted", "DealSealed", "DecisionExpired", "SeatAway", "SeatReturned"),
    *("SeatResigned", "SeatRenamed", "AbortConsented", "GameFinished", "GameAborted"),
    "GameExpired",
}
"""The events of any game that may stand before and behind the start."""
