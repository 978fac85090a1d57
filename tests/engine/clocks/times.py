"""Times to try clocks with: any instant of fifteen years, zones that are hard to reckon in."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from games.engine.clocks import Stop

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",  # clocks go ahead at midnight: some days begin at one
    "Africa/Cairo",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",  # by half an hour
    "Pacific/Apia",  # has skipped a Friday
    "Pacific/Chatham",
)
zones = st.sampled_from(ZONES)
weekends = st.none() | zones
instants = st.datetimes(
    min_value=datetime(2010, 1, 1),  # noqa: DTZ001 - the strategy adds the zone
    max_value=datetime(2025, 1, 1),  # noqa: DTZ001
    timezones=st.just(UTC),
)
lengths = st.timedeltas(timedelta(), timedelta(days=40))
REST = timedelta(days=10)


@st.composite
def stop_lists(draw: st.DrawFn, around: datetime) -> tuple[Stop, ...]:
    """Draw a few stops around an instant; they may touch and overlap."""
    stops = []
    for _ in range(draw(st.integers(0, 4))):
        since = around + draw(st.timedeltas(-REST, 3 * REST))
        stops.append(Stop(since, since + draw(st.timedeltas(timedelta(), REST))))
    return tuple(stops)
