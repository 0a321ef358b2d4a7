import Foundation
import Supervisor

// The parts of `make bench` that run inside this program; each prints JSON. Benchmarks/bench.py puts the page together.
//   gfbench track FILM|performer:SCRIPT|still:SCRIPT exact|full|lite [OUT] [--fast] [--all] [--one]   CPU and wall per frame of the tracker
//       --fast: frames come without a pause   --all: the whole film instead of its first 200 frames
//       --one: one hand at most, so that none is looked for beside it
//   gfbench still                                            jitter of a still hand, lag of a slow pinch, an empty room
//   gfbench read [FOLDER]                                    fingers, gestures and controls with each model; FOLDER: films and photos of real hands
//   gfbench filters [MODEL:HANDS.jsonl ...]                  jitter, lag, overshoot of the filters
//   gfbench sound                                            block times
//   gfbench stems [--loaded]                                 block times of stem sets, and their memory
//   gfbench silence                                          how long nothing is heard after a start, a jump, another track
//   gfbench latency                                          capture to parameter, pinch to pitch
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "track" where arguments.count >= 3:
    try TrackBench.run(
      arguments[1], model: arguments[2], out: arguments.dropFirst(3).first { !$0.hasPrefix("--") }, paced: !arguments.contains("--fast"),
      most: arguments.contains("--all") ? .max : 200, maxHands: arguments.contains("--one") ? 1 : 2)
  case "still": try StillBench.run()
  case "read": try ReadingBench.run(hands: arguments.count > 1 ? arguments[1] : nil)
  case "filters": try FilterBench.run(Array(arguments.dropFirst()))
  case "sound": try SoundBench.run(loaded: arguments.contains("--loaded"))
  case "stems": try StemBench.run(loaded: arguments.contains("--loaded"))
  case "silence": try SilenceBench.run()
  case "latency": try LatencyBench.run(arguments.count > 1 ? arguments[1] : nil)
  default:
    let usage =
      "usage: gfbench track FILM MODEL [OUT] [--fast] [--all] [--one] | still | read [FOLDER] | filters [MODEL:HANDS...] | sound [--loaded] | stems [--loaded] | silence | latency [FILM]\n"
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
  }
} catch {
  FileHandle.standardError.write(Data("gfbench: \(error)\n".utf8))
  exit(1)
}
