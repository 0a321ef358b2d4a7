#!/usr/bin/env bash
# Runs a long command and shows its newest line of output.   usage: progress.sh LOG COMMAND...
# The whole output goes to LOG. The line appears with the time: in place on a terminal, otherwise every half minute.
set -uo pipefail
log=$1
shift
: >"$log"
"$@" >"$log" 2>&1 &
job=$!
trap 'kill $job 2>/dev/null; exit 130' INT TERM
begun=$SECONDS shown=0
while kill -0 $job 2>/dev/null; do
  sleep 1
  passed=$((SECONDS - begun))
  line=$(tail -c 400 "$log" | tr '\r' '\n' | tail -n 1 | cut -c1-70)
  if [ -t 1 ]; then
    printf '\r\033[K  %d:%02d  %s' $((passed / 60)) $((passed % 60)) "$line"
  elif [ $((passed - shown)) -ge 30 ]; then
    shown=$passed
    printf '  %d:%02d  %s\n' $((passed / 60)) $((passed % 60)) "$line"
  fi
done
[ ! -t 1 ] || printf '\r\033[K'
wait $job
code=$?
printf '  %d:%02d  %s\n' $(((SECONDS - begun) / 60)) $(((SECONDS - begun) % 60)) "$([ $code = 0 ] && echo done || echo "failed, see $log")"
exit $code
