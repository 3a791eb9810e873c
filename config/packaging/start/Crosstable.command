#!/bin/sh
# Double-click this file on a Mac: it sets Crosstable up the first time, starts it and opens the browser.
cd "$(dirname "$0")" || exit 1
PATH="$PATH:/usr/local/bin:/opt/homebrew/bin"
for python in python3.14 python3.13 python3.12 python3; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
        exec "$python" start.py
    fi
done
echo "Crosstable needs Python 3.12 or newer, from https://www.python.org/downloads/"
echo "Crosstable braucht Python ab Version 3.12, von https://www.python.org/downloads/"
exit 1
