import Foundation
import GestureFlowAPI

// The parts of `make bench` that run inside this program; each prints JSON. Benchmarks/bench.py composes the page.
//   gfbench track FILM|performer:SCRIPT[:HANDS]|still:SCRIPT float|int8|lite [OUT] [--fast] [--all] [--interval=MS]
//       [--from=FRAME] [--most=HANDS] [--no-search] [--search-every=FRAMES]
//       CPU and wall per frame of the tracker
//       performer:SCRIPT:HANDS: the first HANDS hands of the script
//       --fast: frames come without a pause
//       --all: the whole film instead of its first 200 frames
//       --interval=MS: a frame every MS ms, whatever the film says
//       --from=FRAME: frames before this one are not measured
//       --search-every=FRAMES: every n-th frame searches for palms beside a hand, n = 10 or more. Half-way between
//       two searches a neighbour that has nothing to do with the tracker searches for itself.
//       --most=HANDS: the tracker follows at most this many hands, 1...4; the default is 2
//       --no-search: with all of them found, no search for another runs beside them
//   gfbench still                                jitter of a still hand, lag of a slow pinch, an empty room
//   gfbench read [FOLDER]                        fingers, gestures and controls with each model; FOLDER: films and
//                                                photos of real hands
//   gfbench filters [MODEL:HANDS.jsonl ...]      jitter, lag, overshoot of the filters
//   gfbench sound                                block times
//   gfbench stems [--loaded]                     block times of stem sets, and their memory
//   gfbench silence                              how long nothing is heard after a start, a jump, another track
//   gfbench moments                              blocks at starts, jumps, other tracks, loops, other sets
//   gfbench synth [--loaded]                     block times of the synthesizer, its effects and mode instrument
//   gfbench sounds FOLDER                        tones, rooms and sweeps of the synthesizer as files
//   gfbench loudness [SOUNDS SCORE]              loudness and true peak of the modes and of the factory's sounds;
//                                                SCORE: the piece that hands play
//   gfbench play SECONDS VOICES FILE             the piece that the synthesizer's peers play, too
//   gfbench clock                                how well a MIDI clock is followed
//   gfbench drift [SECONDS]                      a pipe whose writer's clock is off: fill, pitch, worst step
//   gfbench notes                                frame to note
//   gfbench files FOLDER                         what comes of each sound file
//   gfbench scan FOLDER INDEX                    what a scan of the library costs
//   gfbench light FILM ...                       light and focus of films, the advice on them, their hands
//   gfbench intent HANDS.jsonl ...               what begins on recorded hands, in each mode
//   gfbench drills                               hands that are lowered, cameras that stall, hands that tilt
//   gfbench latency                              capture to parameter, pinch to pitch
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "track" where arguments.count >= 3:
    func value(_ option: String) throws -> Int? {
      guard let text = arguments.first(where: { $0.hasPrefix("--\(option)=") })?.dropFirst(option.count + 3) else { return nil }
      guard let number = Int(text), number >= 0 else { throw Failure("--\(option) takes a number") }
      return number
    }
    var course = TrackBench.Course(paced: !arguments.contains("--fast"), most: arguments.contains("--all") ? .max : 200)
    course.interval = try value("interval").map { Double($0) / 1000 }
    course.from = try value("from") ?? 0
    course.maxHands = try value("most") ?? 2
    guard (1...4).contains(course.maxHands) else { throw Failure("--most takes 1 to 4 hands") }
    course.searchEvery = try value("search-every")
    course.searchless = arguments.contains("--no-search")
    if let every = course.searchEvery, every < 10 || course.maxHands < 2 {
      throw Failure("--search-every takes 10 frames or more, and --most=2 or more beside it")
    }
    try TrackBench.run(arguments[1], model: arguments[2], out: arguments.dropFirst(3).first { !$0.hasPrefix("--") }, course)
  case "still": try StillBench.run()
  case "read": try ReadingBench.run(hands: arguments.count > 1 ? arguments[1] : nil)
  case "filters": try FilterBench.run(Array(arguments.dropFirst()))
  case "sound": try SoundBench.run(loaded: arguments.contains("--loaded"))
  case "stems": try StemBench.run(loaded: arguments.contains("--loaded"))
  case "silence": try SilenceBench.run()
  case "moments": try MomentBench.run()
  case "synth": try SynthBench.run(loaded: arguments.contains("--loaded"))
  case "sounds" where arguments.count == 2: try SynthSounds.run(arguments[1])
  case "loudness" where arguments.count == 1 || arguments.count == 3:
    try LoudnessBench.run(
      sounds: arguments.count == 3 ? arguments[1] : "sounds", score: arguments.count == 3 ? arguments[2] : "scores/first-light.txt")
  case "play" where arguments.count == 4:
    guard let seconds = Int(arguments[1]), let voices = Int(arguments[2]), (1...600).contains(seconds), (0...16).contains(voices) else {
      throw Failure("play takes 1 to 600 seconds and 0 to 16 voices")
    }
    try SynthPlay.run(seconds: seconds, voices: voices, arguments[3])
  case "clock": try ClockBench.run()
  case "drift": try DriftBench.run(seconds: max(arguments.count > 1 ? Int(arguments[1]) ?? 3600 : 3600, 200))
  case "notes": try NoteBench.run()
  case "files" where arguments.count == 2: try FilesBench.read(arguments[1])
  case "scan" where arguments.count == 3: try FilesBench.scan(arguments[1], index: arguments[2])
  case "light" where arguments.count >= 2: try LightBench.run(Array(arguments.dropFirst()))
  case "intent" where arguments.count >= 2: try IntentBench.run(Array(arguments.dropFirst()))
  case "drills": try IntentBench.drills()
  case "latency": try LatencyBench.run(arguments.count > 1 ? arguments[1] : nil)
  default:
    let usage =
      "usage: gfbench track FILM MODEL [OUT] [--fast] [--all] [--interval=MS] [--from=FRAME] [--most=HANDS] [--no-search] [--search-every=FRAMES] | still | read [FOLDER] | filters [MODEL:HANDS...] | sound [--loaded] | stems [--loaded] | silence | moments | synth [--loaded] | sounds FOLDER | loudness [SOUNDS SCORE] | play SECONDS VOICES FILE | clock | drift [SECONDS] | notes | files FOLDER | scan FOLDER INDEX | light FILM... | intent HANDS... | drills | latency [FILM]\n"
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
  }
} catch {
  FileHandle.standardError.write(Data("gfbench: \(error)\n".utf8))
  exit(1)
}
