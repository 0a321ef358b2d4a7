import ArgumentParser
import Camera
import Foundation
import Hands
import Lab
import Perception
import SyntheticHands

struct PerformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perform", abstract: "Films the virtual performer and writes down the exact truth.")

  @Argument(help: "Name of a script; 'list' prints them.") var script: String
  @Option(name: .shortAndLong, help: "The film: .y4m, or .mp4 (through ffmpeg).") var output: String?
  @Option(help: "File for the true landmarks, a line per frame.") var truth: String?
  @Option(help: "Seconds; the script's own length otherwise.") var seconds: Double?
  @Option(help: "Frames per second.") var rate = 30.0

  func run() throws {
    if script == "list" { return print(Scripts.all.map { "\($0.name)  \(format($0.duration, 1)) s" }.joined(separator: "\n")) }
    let script = try LabSource.script(script)
    guard (1...240).contains(rate) else { throw ValidationError("--rate takes 1 to 240, not \(rate)") }
    if let seconds, !(0..<1e7).contains(seconds) { throw ValidationError("--seconds takes a positive number, not \(seconds)") }
    let source = VirtualPerformer(script, rate: rate, live: false, seconds: seconds ?? script.duration, orientation: .asFilmed)
    let film = try output.map { try FilmWriter($0, width: source.width, height: source.height, rate: rate) }
    let truthFile = try truth.map { try LineWriter<HandsLine>($0) }
    var drawing = 0.0
    var frames = 0
    while case .frame(let frame) = source.next(timeout: 1) {
      drawing += Double(frame.decodeTime) * 1e-6
      try film?.write(frame)
      try truthFile?.write(
        HandsLine(
          frame: frame.index, t: frame.time, aspect: Double(frame.aspect),
          hands: source.truth(of: frame.index).map {
            HandsLine.Seen(handedness: $0.handedness, landmarks: $0.landmarks, fingers: $0.fingers)
          }))
      frames += 1
    }
    truthFile?.close()
    try film?.close()
    print("\(frames) frames of \(script.name), \(format(drawing / Double(max(frames, 1)))) ms each to draw")
  }
}
