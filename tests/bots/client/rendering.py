"""What a terminal shows, as text, and what it might be given to show."""

import io

from hypothesis import strategies as st
from rich.console import Console

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
"""Any JSON: a newer server may send what this client does not know."""


def drawn(renderable) -> str:
    written = io.StringIO()
    Console(file=written, width=100).print(renderable)
    return written.getvalue()
