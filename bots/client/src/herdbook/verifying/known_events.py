"""The events that this program knows of each ruleset, so that no file can tell it of others."""

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
QUIET = {"mow": {"HerdTaken"}, "farmyard-cries": {"SwapCalled", "CardSealed"}}
"""The events that show nobody a card that was hidden from them: only those can be undone."""
SET = set("MYWB")
"""The parts of a set in Farmyard Cries: Mother, Young, Where found, Breed."""
FILLING = {"SeatInvited", "InvitationDeclined", "SeatTaken", "SeatLeft"}
REVEALS = {"RevealsAwaited", "EntropyRevealed"}
RESULTS = {"ResultAdjudicated", "ResultAnnulled", "ResultRestored"}
"""The events that change the result of a game that is over."""
EVERYWHERE = {
    *("GameCreated", "GameStarted", "DealSealed", "DecisionExpired", "SeatAway", "SeatReturned"),
    *("SeatResigned", "SeatRenamed", "AbortConsented", "GameFinished", "GameAborted"),
    *("UndoRequested", "UndoConsented", "UndoDeclined", "MoveUndone"),
    *("SeatOffered", "OfferWithdrawn", "SeatReplaced"),
    *("GameExpired", "DeadlineMoved", "GamePaused", "GameResumed", "IdleNoticed"),
    *("IncidentReported", "VacationStarted", "VacationEnded"),
    *("OrderGiven", *RESULTS),
}
"""The events of any game that may stand before and behind the start."""
