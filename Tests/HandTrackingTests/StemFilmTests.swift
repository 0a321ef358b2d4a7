import Camera
import Gestures
import HandTracking
import Hands
import TestSupport
import Testing

/// Gestures of stems mode by a real hand. `ezra_test` shows a left hand that is open, counts to one and to two, and
/// then holds up its thumb. The frames are mirrored, as the box sees them.
///
/// No film that we have shows lift, roll and two index fingers: they are the performer's (`StemTakesTests`). On
/// `dexret_hand` a raised hand turns its wrist, but until it is seen edge-on, and only one hand is there.
@Suite(.serialized, .enabled(if: Places.hasFootage, "../shared/data is not there: the film is skipped")) struct StemFilmTests {
  /// An event, and the seconds of the film in which it must come.
  struct Wanted: Sendable {
    let event: GestureEvent
    let when: ClosedRange<Double>
  }

  /// Times from the labels of `reference/events.json`, which were read off by eye to +-0.3 s. They are: four fingers
  /// and the thumb 1.5 to 3.2 s, one finger 5.3 to 15.3 s, two 15.9 to 18.9 s ("uncertain"), a fist 19.3 to 20.0 s, a
  /// thumb up from 20.4 s to the end. Nothing is labelled between 3.2 and 5.3 s, where the index finger may be up
  /// already. A channel needs its fingers for 1 s, a mute its thumb for 0.8 s; a tenth is a frame of the slowest
  /// film.
  static let wanted = [
    Wanted(event: .channelSelected(0), when: 4.2...6.8),
    Wanted(event: .channelSelected(1), when: 16.0...17.4),
    Wanted(event: .muteAsked(channel: 1), when: 20.1...21.7),
  ]

  /// Plays the film in stems mode.
  /// - Parameters:
  ///   - every: only every n-th frame of the film is shown.
  ///   - size: of the model that reads it.
  /// - Returns: the events with their seconds of the film, and the sides of the hands that were seen.
  private func asked(every: Int, _ size: ModelSize) throws -> (events: [(time: Double, event: GestureEvent)], sides: [Handedness]) {
    let film = try FilmFile(Places.hands.appendingPathComponent("clips/ezra_test.mp4").path, pace: .asFastAsPossible)
    let tracker = try HandTracker(try TrackerModels(.standard(), size: size, parallel: false), maxHands: 2)
    var gestures = GestureEngine(noise: size.noise, mode: .stems)
    var events: [(time: Double, event: GestureEvent)] = []
    var sides: [Handedness] = []
    while case .frame(let frame) = film.next(timeout: 1) {
      guard frame.index % every == 0 else { continue }
      // As a slower camera numbers its frames.
      let output = gestures.process(try tracker.process(frame.repeated(index: frame.index / every, time: frame.time)))
      for event in output.events {
        switch event {
        case .channelSelected, .loopAsked, .muteAsked, .soloAsked: events.append((output.control.time, event))
        case .handAppeared(_, let side): sides.append(side)
        default: break
        }
      }
    }
    return (events, sides)
  }

  /// At 30, 15 and 10 frames a second. 60 cannot come from a film of 30; the performer's scripts are played at 60,
  /// too (`StemScriptTests`).
  @Test(arguments: Ring.cases([2], of: [1, 2, 3]), Ring.cases([ModelSize.full], of: [.exact, .full]))
  func `requests of a real hand are heard`(every: Int, size: ModelSize) throws {
    let (events, sides) = try asked(every: every, size)
    print("ezra_test at \(30 / every) fps, \(size): \(events); hands \(sides)")
    // With another side nothing is selected, and the reason is not in this mode.
    #expect(!sides.isEmpty && sides.allSatisfy { $0 == .left })
    #expect(events.map(\.event) == Self.wanted.map(\.event))
    for (answer, wanted) in zip(events, Self.wanted) where answer.event == wanted.event {
      #expect(wanted.when.contains(answer.time), "\(answer)")
    }
  }
}
