import Foundation

// The stretcher's own bench. It runs the same programs as ../shared/lab/stretch/bench.cpp, so that both can be measured
// side by side.
//   gfstretch cost SECONDS wide|narrow|rolls|jumps  four stereo stems while speed and pitch move, see CostRun
//   gfstretch render IN.wav OUT.wav SCRIPT  one stem; a line of SCRIPT is a block of 128 frames: speed and semitones
//   gfstretch onsets IN.wav                 the frame of each onset, and whether it is one of a roll's
//   gfstretch check                         equal stems, the exact place
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "cost" where arguments.count == 3 && Int(arguments[1]) != nil && CostRun.Course(rawValue: arguments[2]) != nil:
    CostRun(seconds: Int(arguments[1])!, course: CostRun.Course(rawValue: arguments[2])!).run()
  case "render" where arguments.count == 4: try RenderRun.run(arguments[1], arguments[2], script: arguments[3])
  case "onsets" where arguments.count == 2: try OnsetRun.run(arguments[1])
  case "check": CheckRun.run()
  default:
    FileHandle.standardError.write(
      Data("usage: gfstretch cost SECONDS wide|narrow|rolls|jumps | render IN.wav OUT.wav SCRIPT | onsets IN.wav | check\n".utf8))
    exit(64)
  }
} catch {
  FileHandle.standardError.write(Data("gfstretch: \(error)\n".utf8))
  exit(1)
}
