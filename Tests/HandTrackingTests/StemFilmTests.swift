import Camera
import Gestures
import HandTracking
import Hands
import TestSupport
import Testing

/// Tests of stems mode with a real hand. `ezra_test` shows a left hand that is open, counts to one and to two, and
/// then holds up its thumb. The frames are mirrored, as on the box.
///
/// No film that we have shows lift, roll and two index fingers. The performer's scripts cover them
/// (`StemTakesTests`). On `dexret_hand` a raised hand turns its wrist, but until it is seen edge-on, and only one
/// hand is present.
@Suite(.serialized, .enabled(if: Places.hasFootage, "../shared/data is not there: the film is skipped")) struct StemFilmTests {
  /// An event and the time range in which it must come. Times are seconds of the film.
  struct Wanted: Sendable {
    let event: GestureEvent
    let when: ClosedRange<Double>
  }

  /// The expected events. Their times come from the labels of `reference/events.json`, which were read by eye to
  /// +-0.3 s. Four fingers and the thumb are up from 1.5 to 3.2 s, one finger from 5.3 to 15.3 s. Two are up from
  /// 15.9 to 18.9 s ("uncertain"), a fist from 19.3 to 20.0 s, and a thumb from 20.4 s to the end. Nothing is
  /// labelled between 3.2 and 5.3 s, where the index finger may be up already. A channel needs its fingers for 1 s, a
  /// mute its thumb for 0.8 s. A tenth of a second is a frame of the slowest film.
  static let wanted = [
    Wanted(event: .channelSelected(0), when: 4.2...6.8),
    Wanted(event: .channelSelected(1), when: 16.0...17.4),
    Wanted(event: .muteAsked(channel: 1), when: 20.1...21.7),
  ]

  /// Plays the film in stems mode.
  /// - Parameters:
  ///   - every: shows only every n-th frame of the film.
  ///   - size: of the model that reads it.
  /// - Returns: the events with their times in the film, in seconds, and the sides of the hands that were seen.
  private func asked(every: Int, _ size: ModelSize) throws -> (events: [(time: Double, event: GestureEvent)], sides: [Handedness]) {
    let hands = try RecordedHands.frames("clips/ezra_test, every \(every)", size) {
      let film = try FilmFile(Places.hands.appendingPathComponent("clips/ezra_test.mp4").path, pace: .asFastAsPossible)
      return SlowedFilm(film, every: every)
    }
    var gestures = GestureEngine(noise: size.noise, mode: .stems)
    var events: [(time: Double, event: GestureEvent)] = []
    var sides: [Handedness] = []
    for frame in hands {
      let output = gestures.process(frame)
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

  /// Plays the film at 30, 15 and 10 frames per second. A film of 30 cannot be played at 60. `StemScriptTests` plays
  /// the performer's scripts at 60, too.
  @Test(arguments: Ring.cases([2], of: [1, 2, 3]), Ring.cases([ModelSize.int8], of: [.float, .int8]))
  func `requests of a real hand are heard`(every: Int, size: ModelSize) throws {
    let (events, sides) = try asked(every: every, size)
    print("ezra_test at \(30 / every) fps, \(size): \(events); hands \(sides)")
    // With another side nothing is selected. The cause is then not in this mode.
    #expect(!sides.isEmpty && sides.allSatisfy { $0 == .left })
    #expect(events.map(\.event) == Self.wanted.map(\.event))
    for (answer, wanted) in zip(events, Self.wanted) where answer.event == wanted.event {
      #expect(wanted.when.contains(answer.time), "\(answer)")
    }
  }
}

/// A film of which every n-th frame is shown. They are numbered as those of a slower camera.
private final class SlowedFilm: FrameSource {
  private let film: FilmFile
  private let every: Int
  var name: String { film.name }
  var dropped: Int { film.dropped }

  init(_ film: FilmFile, every: Int) {
    self.film = film
    self.every = every
  }

  func next(timeout: Double) -> FrameEvent {
    while true {
      let event = film.next(timeout: timeout)
      guard case .frame(let frame) = event else { return event }
      if frame.index % every == 0 { return .frame(frame.repeated(index: frame.index / every, time: frame.time)) }
    }
  }

  func close() { film.close() }
}
