#!/usr/bin/env bash
# Lets the synthetic hands play each mode, and prints the measurements.
# Mode player runs for about 40 seconds with the built-in music. Mode stems runs for a minute, with a table of
# requests and the sample at which each took effect. Mode instrument plays a written piece (scores/), with a table of
# its notes and the time of each in the sound. Mode theremin prints a table of its tones. Mode stream runs with mpv as
# the other player.
# Lines with `guide` are the guided start. They have the sentences of a new box, with the tone and the light of each
# step, at the moment when the hands play it.
# MODE=player, stems, instrument, theremin or stream plays one of them. The script installs mpv with its MPRIS plugin
# for stream; without MODE it skips stream if that is impossible. It fails when a request in mode stems had no effect,
# or when the notes of mode instrument differ from the piece.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=/dev/null
. scripts/licence-keys.sh
mode=${MODE:-all}
case $mode in
  player | stems | instrument | theremin | stream) modes=$mode ;;
  all) modes="player stems instrument theremin stream" ;;
  *) echo "demo: MODE takes player, stems, instrument, theremin, stream or all, not $mode" >&2; exit 2 ;;
esac
mkdir -p out

begun=${DEMO_BEGUN:-$(date +%s)}
# say TEXT: prints the text with the minutes since the demo began.
say() {
  local passed=$(($(date +%s) - begun))
  printf 'demo: %d:%02d %s\n' $((passed / 60)) $((passed % 60)) "$1"
}

build() {
  say "building $1${2:+ ($2)}"
  scripts/progress.sh out/build.log swift build -c release --product "$1" || { tail -n 30 out/build.log; exit 1; }
}

# With a sound card the demo is audible. Without one the daemon would write a WAV file into this folder, so name the
# file.
sink_of() { [ -e /dev/snd/controlC0 ] || echo "--sink wav:$1"; }

# Prints the names of the files that a mode left in out/.
left() {
  [ -z "$2" ] || echo "sound            $1.wav"
  echo "contact sheet    $1.png"
  echo "report           $1.json"
  [ ! -e "$1.txt" ] || echo "table            $1.txt"
}

# played MODE NAME OPTION...: plays a mode; NAME is the name of its files.
played() {
  local of=$1 name=$2 sink result=0
  shift 2
  rm -f "$name.json" "$name.txt"
  sink=$(sink_of "$name.wav")
  # shellcheck disable=SC2086 # two words or none
  .build/release/gflab demo --mode "$of" $sink --report "$name.json" --sheet "$name.png" "$@" || result=$?
  [ ! -s "$name.json" ] || python3 scripts/summary.py "$name.json"
  left "$name" "$sink"
  return $result
}

# Prints the missing Debian packages of the other player; nothing if all are installed.
lacking() {
  local each
  for each in mpv:mpv dbus-daemon:dbus-daemon ffmpeg:ffmpeg; do command -v "${each%%:*}" >/dev/null || echo "${each##*:}"; done
  [ -n "$(plugin)" ] || echo mpv-mpris
}

# Prints the path of mpv's MPRIS plugin. Without the user's configuration mpv loads no plugin by itself.
plugin() { find /usr/lib /usr/local/lib /etc/mpv -name mpris.so -print -quit 2>/dev/null || true; }

# The processes beside the demo, and the folder of the bus. All are removed at the end, also after an interruption.
beside=()
folder=
tidy() {
  [ "${#beside[@]}" -eq 0 ] || kill "${beside[@]}" 2>/dev/null || true
  [ "${#beside[@]}" -eq 0 ] || wait "${beside[@]}" 2>/dev/null || true
  [ -z "$folder" ] || rm -rf "$folder"
  beside=()
  folder=
}
trap tidy EXIT

# A private bus, and mpv on it with two tracks; both end with the demo. mpv plays directly on the card; without a card
# its sound is discarded.
stream() {
  local name=out/demo-stream bus result=0 ao=null missing i
  [ -z "$(lacking)" ] || scripts/setup.sh demo || true
  mapfile -t missing < <(lacking)
  if [ "${#missing[@]}" -gt 0 ]; then
    echo "demo: mode stream needs programs that are not installed: sudo apt-get install ${missing[*]}" >&2
    [ "$mode" = all ] || return 1
    return 0
  fi
  [ ! -e /dev/snd/controlC0 ] || ao=alsa
  rm -f "$name.json" "$name.txt"
  # A short path that needs no escapes, wherever the clone is. A socket's path has at most 107 bytes, and an address
  # must escape some characters.
  folder=$(mktemp -d /tmp/gf-demo.XXXXXX)
  bus=$folder/bus
  for i in 1 2; do
    if [ ! -e "out/stream-$i.flac" ]; then
      ffmpeg -v error -y -f lavfi -i "sine=frequency=$((i * 220)):duration=180" -metadata title="Stream $i" "out/stream-$i.part.flac" || return 1
      mv "out/stream-$i.part.flac" "out/stream-$i.flac"
    fi
  done
  dbus-daemon --config-file=deploy/bus.conf --nofork --nopidfile --address="unix:path=$bus" >out/demo-bus.log 2>&1 &
  beside+=($!)
  for i in $(seq 50); do [ -S "$bus" ] && break; sleep 0.1; done
  DBUS_SESSION_BUS_ADDRESS="unix:path=$bus" mpv --no-config --script="$(plugin)" --no-video --no-terminal --ao="$ao" --loop-playlist=inf out/stream-1.flac out/stream-2.flac &
  beside+=($!)
  .build/release/gflab demo --mode stream --bus "unix:path=$bus" --sink null --report "$name.json" --sheet "$name.png" --table "$name.txt" || result=$?
  tidy
  [ ! -s "$name.json" ] || python3 scripts/summary.py "$name.json"
  left "$name" ""
  return $result
}

scripts/setup.sh
build gflab "about four minutes on two cores the first time"
failed=0
for each in $modes; do
  say "mode $each plays"
  case $each in
    player) played player out/demo --sheet-at 5.5,7,15.5,22,28,32.5 || failed=1 ;;
    stream) stream || failed=1 ;;
    *) played "$each" "out/demo-$each" --table "out/demo-$each.txt" || failed=1 ;;
  esac
done
# The demo needs only gflab.
build gestureflowd
build gfctl
say "done; the programs are in .build/release: gestureflowd, gfctl, gflab"
exit $failed
