#!/bin/sh
# Brings .venv up to date: install.sh runtime | development. The Makefile calls it.
#
# The versions are those of requirements/*.txt, checked by hash; only wheels, so that
# nothing unpinned is fetched to build one. A .venv that was left half made, copied from
# another folder, or whose Python has gone is made again from nothing.
set -eu
cd "$(dirname "$0")/.."

group=$1
locked=requirements/$group.txt
stamp=.venv/$group.stamp
# Holds the folder that .venv was made in; missing while an installation is under way.
complete=.venv/complete
pythons="${PYTHON:-} python3 python3.11 python3.12 python3.13 python3.14"
# 3.14 is the newest Python that all pinned wheels exist for.
suitable='import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 15))'

is_whole() {
    [ "$(cat $complete 2>/dev/null)" = "$PWD" ] &&
        .venv/bin/python -c "$suitable" 2>/dev/null
}

is_up_to_date() {
    is_whole && [ "$stamp" -nt "$locked" ] && [ "$stamp" -nt pyproject.toml ]
}

make_environment() {
    rm -rf .venv
    for python in $pythons; do
        if "$python" -c "$suitable" 2>/dev/null; then
            echo "Setting up .venv with $("$python" --version); this happens once."
            "$python" -m venv .venv
            return
        fi
    done
    echo "gaitsmith needs Python 3.11 to 3.14 with its venv module," \
        "and none of these commands is one:" $pythons >&2
    exit 1
}

pip_install() {
    .venv/bin/python -m pip install -qq --disable-pip-version-check "$@"
}

# One set-up at a time, should two terminals ask for it; the second finds it done.
if command -v flock >/dev/null; then
    exec 9<"$0"
    if ! flock --nonblock 9; then
        echo "Waiting for another set-up of .venv ..."
        flock 9 || true # some network file systems know no locks
        if is_up_to_date; then exit; fi
    fi
fi

is_whole || make_environment
rm -f $complete
if [ "$group" = runtime ]; then
    echo "Installing what gaitsmith needs to run ..."
else
    echo "Installing the tools for tests, checks and documentation ..."
fi
pip_install --require-hashes --only-binary :all: -r "$locked"
pip_install --no-index --no-deps --no-build-isolation --editable .
printf '%s\n' "$PWD" >$complete
touch "$stamp"
