"""How this machine's pip finds packages, carried over as environment variables.

A mirror, a certificate of a proxy, folders of wheels: none of it is named here, all of it is read.
"""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

# Beside pip's own: what the libraries below it look at.
_NETWORK = re.compile(r"(?i)(https?|no|all)_proxy|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE")


def environment() -> dict[str, str]:
    """Return pip's configuration as PIP_ variables, and how to reach the network."""
    listing = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], check=False, capture_output=True, text=True
    ).stdout
    found: dict[str, str] = {}
    # Files first, the environment last: it is what wins.
    for line in sorted(listing.splitlines(), key=lambda line: line.startswith(":env:")):
        key, _, value = line.partition("=")
        section, _, name = key.rpartition(".")
        if section in {"global", "install", ":env:"}:
            found[f"PIP_{name.upper().replace('-', '_')}"] = str(ast.literal_eval(value))
    network = {name: value for name, value in os.environ.items() if _NETWORK.fullmatch(name)}
    return {**found, **network}


def local_paths() -> list[Path]:
    """Return the files and folders that the configuration names, none inside another."""
    words = " ".join(environment().values()).split()
    named = {Path(word) for word in words if word.startswith("/")}
    # The pages of an index on disk point to files beside their folder.
    named |= {Path(word.removeprefix("file://")).parent for word in words if word[:7] == "file://"}
    paths = {path for path in named if path.exists()}
    return sorted(path for path in paths if not paths.intersection(path.parents))
