from games.engine.seats import Seat, going_left, left_of, right_of


def test_left_is_the_next_seat_clockwise():
    assert [left_of(Seat(seat), 3) for seat in range(3)] == [1, 2, 0]


def test_right_undoes_left():
    assert [right_of(left_of(Seat(seat), 5), 5) for seat in range(5)] == [0, 1, 2, 3, 4]


def test_going_left_visits_every_seat_once_from_the_start():
    assert list(going_left(Seat(2), 4)) == [2, 3, 0, 1]
