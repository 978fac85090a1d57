"""HTTP for games: each view translates and calls one service or selector."""
