import Camera
import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import Lab
import Perception
import TestSupport
import Testing

/// Tests of intent on films of real hands. Some of the people play, others do not.
@Suite(.serialized, .enabled(if: Places.hasFootage, "../shared/data is not there: the films of intent are skipped"))
struct IntentFilmTests {
  /// Films without intended gestures. They show a brush held like a pinch, a pinched sign beside a face, and hands that
  /// hang or lie in a lap. Without the intent gate each of them engages something, as do `muse_dance.mp4` (dancing)
  /// and `sam_cups.mp4` (cups that are moved), which only the long ring plays.
  static let everyday = ["mma_testavi.avi", "intel_asl_bird.mkv", "intel_asl_please.mkv"]
  static let all =
    ((try? FileManager.default.contentsOfDirectory(atPath: Places.hands.appendingPathComponent("not-playing").path)) ?? []).sorted()

  /// Returns the hands of a film. The box follows them in the same way with an ordinary camera.
  /// - Parameter seconds: length of the film in `make test`; nil for all of it.
  static func frames(_ film: String, until seconds: Double? = nil) throws -> [HandFrame] {
    try RecordedHands.frames(film, .int8, until: Ring.isLong ? nil : seconds) {
      try FilmFile(
        Places.hands.appendingPathComponent(film).path, pace: .asFastAsPossible,
        orientation: Frame.Orientation(isMirrorImage: false, flip: true))
    }
  }

  @Test(arguments: Ring.cases(everyday, of: all)) func `people who do not play begin nothing`(film: String) throws {
    let frames = try Self.frames("not-playing/\(film)")
    #expect(frames.contains { !$0.hands.isEmpty })
    for mode in [Mode.player, .stems, .stream] {
      let count = IntentCount(frames, mode: mode)
      #expect(count.acts.isEmpty && !count.isLeft, "\(mode): \(count.acts)")
    }
    // A hand that rests upright during a sign may play one note.
    let notes = IntentCount(frames, mode: .instrument).acts
    #expect(notes.count <= 2, "\(notes)")
  }

  /// The film shows a right hand, but the left hand counts fingers. So the settings exchange the roles. `make test`
  /// plays the first round.
  @Test func `a hand that counts to four twice selects eight channels`() throws {
    var settings = GestureSettings()
    settings.hands = .swapped
    let frames = try Self.frames("deliberate/coder_hand.mp4", until: 6.5)
    let acts = IntentCount(frames, mode: .stems, settings: settings).acts.filter { $0.what.hasPrefix("channel") }
    #expect(acts.map(\.what) == Ring.cases([1, 2, 3, 4], of: [1, 2, 3, 4, 1, 2, 3, 4]).map { "channel \($0)" })
    // The times without a gate in seconds; the gate may add 50 ms.
    for (act, time) in zip(acts, [1.10, 3.10, 4.20, 5.47, 9.14, 11.78, 13.11, 14.48]) {
      #expect((time - 0.2...time + 0.055).contains(act.t))
    }
  }

  @Test func `two thumbs from the side in dim light mute twice`() throws {
    let acts = IntentCount(try Self.frames("deliberate/iwil_small.mp4"), mode: .stems).acts
    #expect(acts.map(\.what) == ["mute", "mute"])
  }

  /// `make test` plays the first round of the game, with a V sign of two and a half seconds.
  @Test func `V signs of people who play another game command nothing`() throws {
    let frames = try Self.frames("deliberate/mathmaxx_paper.mp4", until: 12.5)
    #expect(frames.contains { !$0.hands.isEmpty } && IntentCount(frames, mode: .player).acts.isEmpty)
  }
}
