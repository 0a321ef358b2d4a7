import ArgumentParser
import Camera
import Foundation
import HandTracking
import Hands
import Perception

extension ModelSize: ExpressibleByArgument {
  /// Reads a present or a former word.
  public init?(argument: String) { self.init(word: argument) }
}

struct TrackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track", abstract: "Tracks the hands of a film, as fast as possible, and writes a line per frame.")

  @Argument(
    help:
      "Any file that ffmpeg decodes, performer:SCRIPT, or performer:SCRIPT:TAKE (other noise of the sensor). A SCRIPT with a slash is a file with a piece."
  )
  var film: String
  @Option(help: "File for the lines.") var hands: String
  @Option(help: "float, int8 or lite.") var model: ModelSize = .int8
  @Option(name: .customLong("max-hands"), help: "1 to 4.") var maxHands = 2
  @Option(help: "Frames per second of the performer's camera; 30 without it.") var rate: Double?
  @Flag(help: "The film is a mirror image (a selfie camera's).") var mirrored = false
  @Flag(help: "Mirror the frames first, as the box does with those of an ordinary camera.") var flip = false

  func validate() throws {
    guard (1...4).contains(maxHands) else { throw ValidationError("--max-hands takes 1 to 4, not \(maxHands)") }
    guard let rate else { return }
    guard film.hasPrefix("performer") else { throw ValidationError("--rate is the performer's camera's; a film has its own") }
    try LabSource.check(rate: rate)
  }

  func run() throws {
    let orientation = Frame.Orientation(isMirrorImage: mirrored, flip: flip)
    let source = try LabSource.open(film, orientation: orientation, rate: rate ?? LabSource.usualRate)
    defer { source.close() }
    let tracker = try HandTracker(TrackerModels(.standard(), size: model), maxHands: maxHands)
    let writer = try LineWriter<HandsLine>(hands)
    var frames = 0
    var seen = 0
    while case .frame(let frame) = source.next(timeout: 1) {
      let result = try tracker.process(frame)
      try writer.write(HandsLine(result, model: model))
      frames += 1
      if !result.hands.isEmpty { seen += 1 }
    }
    writer.close()
    if let failure = (source as? FilmFile)?.failure { throw failure }
    let time = tracker.timings.whole.summary()
    print("\(frames) frames, \(seen) with a hand; tracker p50 \(format(time.p50)) ms, p99 \(format(time.p99)) ms; \(tracker.quality)")
  }
}

func format(_ x: Double, _ digits: Int = 2) -> String { String(format: "%.\(digits)f", x) }
