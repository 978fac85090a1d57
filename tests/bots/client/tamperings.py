"""What somebody could do to a replay, and by which words the verifier names it."""

import json
from typing import Any

from tests.bots.client.tampering import (
    File,
    chain_anew,
    everywhere,
    found,
    single,
    store,
    stored,
)
from tests.entropy import commitment_of, entropy_of


def another_secret(file: File) -> None:
    file["proof"]["secret"] = "00" * 32


def another_promise(file: File) -> None:
    store(found(file, "GameCreated"), commitment="00" * 32)


def two_cards_of_a_deal_swapped(file: File) -> None:
    hands = stored(found(file, "RoundDealt"))["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    store(found(file, "RoundDealt"), hands=hands)


def a_deal_from_the_bottom(file: File) -> None:
    deck = stored(found(file, "RoundDealt"))["deck"]
    store(found(file, "RoundDealt"), deck=deck[::-1])


def another_entropy(file: File) -> None:
    store(found(file, "EntropyRevealed"), entropy="00" * 32)


def an_entropy_left_out(file: File) -> None:
    file["events"].remove(found(file, "EntropyRevealed"))
    file["proof"]["entropy"][0]["entropy"] = None
    _move_back(file, behind=0)


def _move_back(file: File, *, behind: int) -> None:
    """Count all versions down by one, where an event was taken out."""
    for one in (*file["moves"], *file["shuffles"], *file["proof"]["deals"]):
        one["version"] -= one["version"] > behind


def another_entropy_in_the_proof(file: File) -> None:
    file["proof"]["entropy"][0]["entropy"] = entropy_of(1)


def a_commitment_behind_a_reveal(file: File) -> None:
    late = {**found(file, "SeatTaken", 1), "at": found(file, "EntropyRevealed")["at"]}
    store(late, commitment=commitment_of(1))
    file["events"].insert(file["events"].index(found(file, "EntropyRevealed")) + 1, late)


def an_event_left_out(file: File) -> None:
    file["events"].remove(found(file, "CardDrawn"))


def the_end_left_out(file: File) -> None:
    file["events"].pop()


def two_events_swapped(file: File) -> None:
    file["events"][4:6] = file["events"][5:3:-1]


def another_time(file: File) -> None:
    found(file, "CowPlayed")["at"] = file["events"][-1]["at"]


def a_time_that_runs_back(file: File) -> None:
    found(file, "CowPlayed", 1)["at"] = "2020-01-01T00:00:00.000Z"


def another_cause(file: File) -> None:
    found(file, "CowPlayed")["cause"] = "player"


def another_salt(file: File) -> None:
    found(file, "CowPlayed")["salt"] = "00" * 32


def another_game(file: File) -> None:
    file["id"] = "00000000-0000-4000-8000-000000000000"


def another_card_with_its_hash_anew(file: File) -> None:
    played = found(file, "CowPlayed")
    store(played, card=(stored(played)["card"] + 1) % 48)
    chain_anew(file, first=played["version"], last=played["version"])


def another_card(file: File) -> None:
    played = found(file, "CowPlayed")
    store(played, card=(stored(played)["card"] + 1) % 40)


def another_seat(file: File) -> None:
    found(file, "CowPlayed")["seat"] = 1


def a_card_of_another_hand(file: File) -> None:
    hands = stored(found(file, "RoundDealt"))["hands"]
    everywhere(file, single(file, hands[0]), single(file, hands[1]))


def a_card_from_deeper_in_the_deck(file: File) -> None:
    deck = stored(found(file, "RoundDealt"))["deck"]
    everywhere(file, single(file, deck), single(file, deck[20:]))


def another_card_shown(file: File) -> None:
    shown = found(file, "CowPlayed")["data"]
    shown["card"] = "B16" if shown["card"] != "B16" else "B0"


def another_move(file: File) -> None:
    file["moves"][0]["seat"] = 2 - file["moves"][0]["seat"]


def another_root(file: File) -> None:
    store(found(file, "DealSealed"), root="00" * 32)


def another_root_in_the_proof(file: File) -> None:
    file["proof"]["deals"][0]["root"] = "00" * 32


def another_number(file: File) -> None:
    store(found(file, "DealSealed"), number=1)
    file["proof"]["deals"][0]["number"] = 1


def a_seal_left_out(file: File) -> None:
    seal = found(file, "DealSealed")
    file["events"].remove(seal)
    file["proof"]["deals"].pop(0)
    _move_back(file, behind=seal["version"])


def another_order_told(file: File) -> None:
    file["shuffles"][0]["order"].reverse()


def a_shuffle_not_told(file: File) -> None:
    file["shuffles"].pop()


def another_first_seat(file: File) -> None:
    store(found(file, "GameStarted"), first_seat=1)


def another_result(file: File) -> None:
    file["result"]["winners"] = [0, 1, 2]


def another_pack(file: File) -> None:
    file["pack"].reverse()


def another_number_of_seats(file: File) -> None:
    file["seats"] = 2


def no_secret(file: File) -> None:
    file["proof"]["secret"] = None


def nonsense(file: File) -> None:
    found(file, "CowPlayed")["payload"] = "{"


def no_moves(file: File) -> None:
    file["moves"].clear()


def a_move_twice(file: File) -> None:
    file["moves"].insert(0, file["moves"][0])


def another_holder(file: File) -> None:
    file["holders"][0]["since"] += 1


def other_options(file: File) -> None:
    file["options"]["limit"] = 500


def hands_shown_the_other_way_round(file: File) -> None:
    found(file, "RoundDealt")["data"]["hands"].reverse()


def a_deal_not_shown(file: File) -> None:
    found(file, "RoundDealt")["data"].clear()


def a_proof_of_another_game(file: File) -> None:
    file["proof"]["id"] = "00000000-0000-4000-8000-000000000000"


def another_format(file: File) -> None:
    file["format"] = "herdbook-replay/2"


def two_cards_renumbered(file: File) -> None:
    """Let two numbers stand for each other's card, wherever a code is told."""
    one, other = file["pack"][0], file["pack"][1]
    text = json.dumps(file).replace(f'"{one}"', '"?"').replace(f'"{other}"', f'"{one}"')
    file.update(json.loads(text.replace('"?"', f'"{other}"')))


def two_cards_in_one(file: File) -> None:
    file["pack"][:2] = [" ".join(file["pack"][:2])]


def a_seat_beyond_numbers(file: File) -> None:
    file["events"][1]["seat"] = 2**40


def a_version_that_is_not_whole(file: File) -> None:
    file["events"][1]["version"] = 2.0


def no_events(file: File) -> None:
    file["events"].clear()


def a_nest(file: File) -> None:
    found(file, "CowPlayed")["payload"] = "[" * 100_000


def seats_beyond_words(file: File) -> None:
    file["seats"] = 2**40
    store(found(file, "GameCreated"), seats=2**40)


def deals_under_another_name(file: File) -> None:
    for event in file["events"]:
        if event["type"] in {"RoundDealt", "DealSealed"}:
            event["type"] += "Too"
            store(event, type=event["type"])
    file["shuffles"], file["proof"]["deals"] = [], []


def a_second_beginning(file: File) -> None:
    file["events"].append({**file["events"][0], "at": file["events"][-1]["at"]})


def a_reveal_behind_the_deal(file: File) -> None:
    late = found(file, "EntropyRevealed")
    file["events"].remove(late)
    seal = found(file, "DealSealed")
    late["at"] = seal["at"]
    file["events"].insert(file["events"].index(seal) + 1, late)
    for one in (file["shuffles"][0], file["proof"]["deals"][0]):
        one["version"] -= 1


def a_seat_taken_over(file: File) -> None:
    taken = found(file, "SeatTaken", 1)
    file["events"].insert(file["events"].index(taken), dict(taken))
    for one in (*file["moves"], *file["shuffles"], *file["proof"]["deals"]):
        one["version"] += 1


def a_deal_thrown_away(file: File) -> None:
    deal = found(file, "RoundDealt")
    file["events"].insert(file["events"].index(deal), dict(deal))


AS_IT_IS: list[tuple[Any, str]] = [
    (another_secret, "The secret is not the one"),
    (an_event_left_out, r"Event \d+ is missing"),
    (the_end_left_out, "The result is not that of the event"),
    (two_events_swapped, "Event 5 is missing"),
    (another_time, r"The hash of event \d+ \(CowPlayed\)"),
    (another_cause, r"The hash of event \d+ \(CowPlayed\)"),
    (another_salt, r"The hash of event \d+ \(CowPlayed\)"),
    (another_card, r"The hash of event \d+ \(CowPlayed\)"),
    (another_card_with_its_hash_anew, r"The hash of event \d+ \(CardDrawn\)"),
    (another_entropy, r"The hash of event \d+ \(EntropyRevealed\)"),
    (another_entropy_in_the_proof, "The entropy in the proof"),
    (another_game, r"The hash of event 1 \(GameCreated\)"),
    (another_card_shown, r"CowPlayed\) shows what was not recorded"),
    (another_move, r"The move '.*' is not that of event"),
    (another_root_in_the_proof, "The seals in the proof"),
    (another_order_told, "The list of shuffles"),
    (a_shuffle_not_told, "The list of shuffles"),
    (another_result, "The result is not that of the event"),
    (another_pack, "The pack in the file is not that of mow"),
    (another_number_of_seats, "The file names another ruleset, or other seats"),
    (no_secret, "incomplete or malformed"),
    (nonsense, r"The hash of event|malformed"),
    (no_moves, "The list of moves"),
    (a_move_twice, "The list of moves"),
    (another_holder, "The holders of the seats are not those of the log"),
    (other_options, "The options are not those of the log"),
    (hands_shown_the_other_way_round, r"RoundDealt\) shows what was not recorded"),
    (a_deal_not_shown, r"RoundDealt\) shows what was not recorded"),
    (a_proof_of_another_game, "The proof is that of another game"),
    (another_format, "does not know the format"),
    (two_cards_renumbered, "The pack in the file is not that of mow"),
    (two_cards_in_one, "The pack in the file is not that of mow"),
    (a_seat_beyond_numbers, "malformed"),
    (a_version_that_is_not_whole, "malformed"),
    (no_events, "malformed"),
    (a_nest, r"The hash of event|malformed"),
]
"""What is found although the hashes were left as they were."""
CHAINED: list[tuple[Any, str]] = [
    (another_promise, "The log has another commitment"),
    (two_cards_of_a_deal_swapped, r"Shuffle 0 \(deal, event \d+\) is not what the key gives"),
    (a_deal_from_the_bottom, r"Shuffle 0 \(deal, event \d+\) is not what the key gives"),
    (another_entropy, r"entropy of seat \d is not what it had committed to"),
    (an_entropy_left_out, r"Shuffle 0 \(deal"),
    (a_commitment_behind_a_reveal, "Seat 1 committed when other entropy was known"),
    (a_time_that_runs_back, r"Event \d+ is older than the one in front of it"),
    (another_card, r"CowPlayed\) shows what was not recorded"),
    (another_seat, r"CowPlayed\) shows what was not recorded"),
    (a_card_of_another_hand, "shows a card that another seat was dealt"),
    (a_card_from_deeper_in_the_deck, "shows a card that lay deeper in its pile"),
    (another_root, r"The deal of event \d+ is not the one that was sealed"),
    (another_number, r"The deal of event \d+ is not the one that was sealed"),
    (a_seal_left_out, r"The deal of event \d+ is not the one that was sealed"),
    (seats_beyond_words, "No game has so many seats"),
    (deals_under_another_name, "There is no RoundDealtToo in mow"),
    (a_second_beginning, r"No game begins like that: event \d+"),
    (a_reveal_behind_the_deal, "There is no EntropyRevealed behind the start"),
    (a_seat_taken_over, "The seat was taken before"),
    (a_deal_thrown_away, r"Shuffle 1 \(deal, event \d+\) is not what the key gives"),
    (another_first_seat, r"The first seat \(event \d+\) is not the one that was drawn"),
]
"""What is found although whoever did it computed all hashes anew."""
