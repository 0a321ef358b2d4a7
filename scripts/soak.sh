#!/usr/bin/env bash
# The tests that take minutes, whole: 10,000 mutations of each format, 100,000 of licences, 500 kills while state is written, a stick of 50,000 files, one of a million
# files that are no music, 1,000 reconnects, a minute of load, an hour of stems, ten minutes of MIDI that makes no sense, an hour of each clock that is off, 100,000 blocks of sound of each mode, of the stretcher, the stems and
# the synthesizer alone, with the traps of the audio thread set (ten minutes).
# `make test` runs a short sample of each.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
mkdir -p out
swift build --build-tests -c release >out/build.log 2>&1 || { grep -E 'error:' out/build.log || tail -n 30 out/build.log; exit 1; }
export GESTUREFLOW_FUZZ=10000 GESTUREFLOW_KILLS=500 GESTUREFLOW_FILES=50000 GESTUREFLOW_JUNK=1000000 GESTUREFLOW_RECONNECTS=1000 GESTUREFLOW_LOAD_SECONDS=60 GESTUREFLOW_STEM_SECONDS=3600 GESTUREFLOW_MIDI_SECONDS=600 GESTUREFLOW_DRIFT_SECONDS=3600 GESTUREFLOW_LICENCE_FUZZ=100000
swift test -c release --skip-build --no-parallel \
  --filter 'mutatedFilesAreReadOrRefused|killedAtAnyMoment|aLargeStick|manyJunkFiles|connectionsComeAndGo|thirtyTwoClients|whateverIsDoneNoChannel|inAStormOfMIDINoNoteIsLeft|aClockThatIsOffIsFollowed|mutatedLicencesAreReadOrRefused' 2>&1 | tee out/soak.log | grep -vE '^◇|^↳|started\.$'
.build/release/RealtimeTrap --each 100000 2>&1 | tee -a out/soak.log
.build/release/StretchTrap 100000 2>&1 | tee -a out/soak.log
.build/release/StemTrap 100000 2>&1 | tee -a out/soak.log
.build/release/SynthTrap 100000 2>&1 | tee -a out/soak.log
