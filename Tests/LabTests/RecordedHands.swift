import Foundation
import GestureFlowAPI
import Gestures
import Hands
import Perception
import SyntheticHands
import TestSupport

/// Sessions for tests. They contain the performer's true hands and the output of a live engine.
enum RecordedHands {
  /// Returns the frames of a script, 30 per second.
  static func frames(_ script: Choreography, aspect: Float = 4.0 / 3) -> [HandFrame] {
    (0..<Int(script.duration * 30)).map { i in
      let t = Double(i) / 30
      let hands = script.moment(at: t).hands.filter { $0.visibleShare(aspect: aspect) > 0.6 }.map {
        Hand(
          id: $0.handedness == .left ? 1 : 2, handedness: $0.handedness, landmarks: $0.landmarks(aspect: aspect).mirrored,
          world: $0.worldLandmarks)
      }
      return HandFrame(index: i, time: t, aspect: aspect, hands: hands)
    }
  }

  /// Returns an engine's output for the frames, as the box records it.
  /// - Parameter bootTime: delay of the box's clock behind the camera's, in seconds.
  static func session(_ frames: [HandFrame], _ settings: GestureSettings = GestureSettings(), bootTime: Double = 0) -> [SessionLine] {
    var engine = GestureEngine(settings)
    return frames.map { frame in
      let output = engine.process(frame)
      let values = output.control.player ?? PlayerControl()
      let time = frame.time - bootTime
      return SessionLine(
        frame: HandsLine(frame),
        control: ControlSample(
          t: time.rounded(digits: 4), speed: Double(values.speed), pitchCents: Double(values.pitchCents), volume: Double(values.volume)),
        events: output.events.map { Event($0, at: time) })
    }
  }

  /// Runs `body` with the path of a file that holds the lines.
  static func withFile<Line: Encodable & Sendable, Result>(_ lines: [Line], _ body: (String) throws -> Result) throws -> Result {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("s.jsonl").path
      let writer = try LineWriter<Line>(path)
      for line in lines { try writer.write(line) }
      writer.close()
      return try body(path)
    }
  }
}
