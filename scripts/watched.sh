#!/usr/bin/env bash
# Runs a command that may hang. It hangs when none of the files has grown for SECONDS: then what runs and where its threads stand is printed and kept in REPORT,
# and all of it is ended. Everything the command has started is known by its session, also what has a process group of its own; nothing else is touched, and what
# is left of it at the end is ended, too.
#
#   scripts/watched.sh SECONDS REPORT FILE... -- COMMAND...      the command's exit status, or 75 if it hung
set -uo pipefail
limit=$1 report=$2
shift 2
files=()
while [ "$1" != -- ]; do files+=("$1") && shift; done
shift

# The session's processes that live. /proc and not pgrep: procps is not in Debian's minimum.
members() {
  local stat line
  for stat in /proc/[0-9]*/stat; do
    { read -r line <"$stat"; } 2>/dev/null || continue
    # After the name, which may hold anything: state, parent, process group, session.
    # shellcheck disable=SC2086
    set -- ${line##*) }
    if [ "$4" = "$session" ] && [ "$1" != Z ]; then stat=${stat#/proc/} && echo "${stat%/stat}"; fi
  done
}

end_all() {
  local tries process left
  for tries in {1..30}; do
    left=$(members)
    [ -n "$left" ] || return 0
    for process in $left; do kill -KILL "$process" 2>/dev/null; done
    # What was just killed is mostly gone at once.
    if [ "$tries" = 1 ]; then sleep 0.2; else sleep 1; fi
  done
  echo "watched: not to be ended:" $left
}

where_it_stands() {
  local process
  for process in $(members); do
    echo "== $(tr '\0' ' ' 2>/dev/null <"/proc/$process/cmdline" | cut -c1-200)"
    if command -v gdb >/dev/null; then timeout 60 gdb -p "$process" -batch -ex 'thread apply all bt 12' 2>/dev/null | grep -E '^(Thread|#)'; fi
  done
}

# A background job of a script leads no process group, so setsid need not fork: the job's number is the session's.
setsid "$@" &
session=$!
trap end_all EXIT
trap 'exit 143' INT TERM HUP
step=$((limit < 50 ? 1 : 5)) still=0 size=""
while kill -0 "$session" 2>/dev/null; do
  sleep $step
  now=$(stat -c %s "${files[@]}" 2>/dev/null | tr '\n' ' ')
  if [ "$now" = "$size" ]; then still=$((still + step)); else still=0 size=$now; fi
  [ $still -ge "$limit" ] || continue
  where_it_stands | tee "$report" | head -n 400
  exit 75
done
wait "$session"
