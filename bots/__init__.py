"""House bots and what plays against them."""
