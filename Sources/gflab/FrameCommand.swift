import ArgumentParser
import Camera
import Drawing
import Foundation
import HandTracking

struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "frame", abstract: "Draws the skeletons into one frame of a film.")

  @Argument(help: "Any file that ffmpeg decodes, or performer:SCRIPT.") var film: String
  @Option(help: "Seconds from the start.") var at = 0.0
  @Option(name: .shortAndLong, help: "The PNG file.") var output: String
  @Option(help: "float, int8 or lite.") var model: ModelSize = .int8
  @Option(name: .customLong("max-hands"), help: "1 to 4.") var maxHands = 2
  @Flag(help: "Also draw the performer's true skeleton in red.") var truth = false

  func run() throws {
    guard at >= 0 else { throw ValidationError("--at takes seconds from the start, not \(at)") }
    let source = try LabSource.open(film, orientation: .asFilmed)
    defer { source.close() }
    let tracker = try HandTracker(TrackerModels(.standard(), size: model), maxHands: maxHands)
    var last = 0.0
    while case .frame(let frame) = source.next(timeout: 1) {
      let result = try tracker.process(frame)
      last = frame.time
      guard frame.time >= at - 1e-6 else { continue }
      var canvas = Canvas(frame)
      if truth, let performer = source as? VirtualPerformer {
        for hand in performer.truth(of: frame.index) { canvas.draw(hand.landmarks, .truth) }
      }
      for hand in result.hands { canvas.draw(hand.landmarks, hand.handedness == .left ? .left : .right) }
      try canvas.writePNG(output)
      print("frame \(frame.index) at \(format(frame.time, 3)) s, \(result.hands.count) hand(s): \(output)")
      return
    }
    throw ValidationError("\(film) ends at \(format(last, 2)) s, before --at \(format(at, 2))")
  }
}
