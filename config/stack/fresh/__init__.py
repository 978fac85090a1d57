"""Tries the README's two commands in a minimal Debian: `make fresh`.

A developer's machine has PostgreSQL, Redis or a compiler by accident, and hides that a step is
missing. Here a root made by debootstrap gets python3, python3-venv and make, the committed tree,
and nothing else; then `make run` (until it answers, Ctrl-C, once more) and `make test`, as root
with a closed home and as an ordinary user.

Everything happens in mount and process namespaces of its own: whatever interrupts it, the kernel
takes mounts and processes away, and only then is the folder removed.
"""
