#!/bin/sh
# Makes .venv and installs pinned requirements into it: sh config/stack/install.sh REQUIREMENTS
# Called by the Makefile from the checkout's top, and only if something has changed since.
set -eu

requirements=$1
venv=.venv

# make run and make test may be called at the same moment, the first time: one waits.
if command -v flock >/dev/null; then
    exec 9<"$0"
    flock 9
fi

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for name in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
        if fits "$name"; then echo "$name"; return; fi
    done
    echo "Herdbook needs Python 3.11 or newer as python3 (or name one: make PYTHON=...)." >&2
    echo "On Debian and Ubuntu:  apt-get install python3 python3-venv make" >&2
    return 1
}

make_venv() {
    echo "Making $venv with $("$1" --version)"
    if [ -n "$uv" ]; then
        uv venv --quiet --clear --python "$1" "$venv"
    elif "$1" -c 'import venv, ensurepip' 2>/dev/null; then
        "$1" -m venv --clear "$venv"
    else
        echo "Python's venv module is not complete." >&2
        echo "On Debian and Ubuntu:  apt-get install python3-venv" >&2
        return 1
    fi
}

install() {
    if [ -n "$uv" ]; then
        uv pip install --quiet --python "$venv/bin/python" "$@"
    else
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
    fi
}

uv=$(command -v uv || true)
if ! fits "$venv/bin/python"; then
    make_venv "$(find_python)"
elif ! "$venv/bin/python" -m pip --version >/dev/null 2>&1 && [ -z "$uv" ]; then
    # uv made it, without pip, and has gone since.
    make_venv "$(find_python)"
fi
echo "Installing $requirements"
install --require-hashes -r "$requirements"
if [ -f bots/client/pyproject.toml ]; then
    # The client library, editable; what builds it is among the requirements.
    install --no-deps --no-build-isolation -e bots/client
fi
