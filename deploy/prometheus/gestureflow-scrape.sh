#!/bin/sh
# Hands the box's figures to prometheus-node-exporter, which reads *.prom of a folder: the box itself opens no port. Run
# by gestureflow-scrape.timer.
#   gestureflow-scrape.sh [FOLDER]
# The file is replaced in one step, so that the exporter never reads half of one. When the box does not answer, the file
# says only that: old figures would look like a living box.
set -eu
folder=${1:-/var/lib/prometheus/node-exporter}
socket=${GESTUREFLOW_HEALTH_SOCKET:-/run/gestureflow/health.sock}
# The exporter reads names that end with .prom only.
new=$(mktemp "$folder/.gestureflow.XXXXXX")
trap 'rm -f "$new"' EXIT
answers=0
if curl --silent --show-error --fail --max-time 5 --unix-socket "$socket" --output "$new" http://localhost/v1/metrics; then answers=1; else : >"$new"; fi
{
  echo '# HELP gestureflow_answers 1 if the box answered when its figures were fetched.'
  echo '# TYPE gestureflow_answers gauge'
  echo "gestureflow_answers $answers"
} >>"$new"
chmod 644 "$new"
mv "$new" "$folder/gestureflow.prom"
