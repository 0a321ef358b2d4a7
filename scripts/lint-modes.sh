#!/usr/bin/env bash
# Finds code below FOLDER/Sources that tests the current play mode.   usage: lint-modes.sh [FOLDER]
# Only two tables may test it: the registry of gestures and the facts of each mode. Other code calls the mode itself
# (`PlayMode`, `GestureMode`, `ModeFacts`), so that a new mode changes no other file. Exceptions: gflab, which chooses
# a demonstration by the mode, and the words of session files.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
owners='^Sources/(Modes/ModeRegistry|Gestures/GestureMode)\.swift:|^Sources/GfctlTool/SessionValues\.swift:|^Sources/gflab/'
modes='(player|stems|instrument|theremin|stream)'
asks="\\b[mM]ode(\\.rawValue)? *(===?|!==?|~=) *((Mode)?\\.|\")$modes\\b|\\.$modes\\b *(==|!=) *[A-Za-z0-9_.\$]*\\b[mM]ode\\b|switch +[A-Za-z0-9_.\$]*\\b[mM]ode\\b|case +(let +)?Mode\\."
found=$(grep -rnE "$asks" Sources --include='*.swift' --include='*.js' --include='*.html' | grep -vE "$owners|^[^:]*:[0-9]+: *//" || true)
[ -z "$found" ] && exit 0
echo "$found"
echo "lint: this asks which mode is played; ask the mode instead (Sources/Modes/Switch)"
exit 1
