"""What the dashboard says of events and of what an order changes, in words."""

from games.admin.telling import changes, text, told


def test_an_event_is_told_by_what_it_says():
    data = {"card": "2.0", "slot": None, "arrow": "L", "cards": list[str](), "resume_at": None}
    assert told(data) == [("card", "2.0"), ("arrow", "L")]


def test_values_are_words_for_people():
    assert text(True) == "yes"
    assert text([]) == "none"
    assert text(["2.0", "S"]) == "2.0 S"
    assert text("2026-12-01T19:07:57.101Z") == "2026-12-01 19:07"
    assert text({"seat": 1, "kind": "turn"}) == "(seat 1, kind turn)"


def test_only_what_differs_is_told_with_the_seat_that_it_is_of():
    before = {
        "status": "running",
        "deciding": [{"seat": 2, "kind": "turn", "deadline_at": "2026-12-01T19:02:36.064Z"}],
        "undo": {"possible": False, "reason": "revealed"},
    }
    after = {
        "status": "paused",
        "deciding": [{"seat": 2, "kind": "turn", "deadline_at": None}],
        "undo": {"possible": False, "reason": "not_running"},
    }
    assert changes(before, after) == [
        ("status", "running", "paused"),
        ("deciding, seat 2: deadline at", "2026-12-01 19:02", "none"),
        ("undo: reason", "revealed", "not_running"),
    ]
