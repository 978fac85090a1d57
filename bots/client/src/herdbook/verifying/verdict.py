"""What a game that passed all checks proves, and what it does not."""

from herdbook.verifying.verifier import File


def proves(replay: File) -> list[str]:
    """Return it in sentences, for the seats of this game."""
    given = replay["proof"]["entropy"]
    revealed = [one["seat"] for one in given if one["entropy"] is not None]
    silent = [one["seat"] for one in given if one["entropy"] is None]
    told = ["The cards were fixed before the first move, and nobody changed them afterwards."]
    if revealed:
        told.append(
            f"Nor did the server choose them: they depend on entropy of {_seats(revealed)}, which "
            "it did not know when it made its secret. That much is proven to whoever sat there, "
            "or trusts who did."
        )
    else:
        told.append(
            "No seat added entropy, so this does not prove that the server did not choose the "
            "cards: it could have made many secrets and taken the one it liked."
        )
    if silent:
        told.append(
            f"Entropy of {_seats(silent)} was promised and not revealed. Who held it and knew "
            "the server's secret could choose between the deal with it and the deal without."
        )
    told.append("It does not prove that the server did not look at the cards.")
    told.append(
        "That this is the game as it was played, your memory can tell, and so can a hash that "
        "somebody kept: GET /api/v1/log/heads lists the last ones of each day."
    )
    return told


def _seats(seats: list[int]) -> str:
    listed = ", ".join(map(str, seats))
    return f"seat {listed}" if len(seats) == 1 else f"seats {listed}"
