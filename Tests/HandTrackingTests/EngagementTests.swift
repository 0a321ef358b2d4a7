import Camera
import Gestures
import HandTracking
import Hands
import SyntheticHands
import Perception
import TestSupport
import Testing

/// Tests of the controls that engage with the real models. Only intended pinches may engage one.
@Suite(.serialized) struct EngagementTests {
  /// A control that a hand engaged, and the time.
  struct Taken: Sendable, CustomStringConvertible {
    let control: GestureEvent.Control
    /// Time in the script or the film, in seconds.
    let seconds: Double
    var description: String { "\(control.rawValue) at \((seconds * 100).rounded() / 100) s" }
  }

  /// A gesture of a script. It has a control and the seconds in which the control may engage. They begin when the
  /// hand stops being a fist.
  struct Meant: Sendable {
    let control: GestureEvent.Control
    let when: ClosedRange<Double>

    init(_ control: GestureEvent.Control, _ when: ClosedRange<Double>) {
      self.control = control
      self.when = when
    }
  }

  /// The engaged controls and the pitch with one model.
  struct Played: Sendable {
    var controls: [Taken] = []
    /// The pitch after each frame, in cents. `seconds` is the time in the script or the film.
    var pitch: [(seconds: Double, cents: Float)] = []

    /// Returns the pitch at the last frame before `seconds`, in cents.
    func cents(before seconds: Double = .infinity) -> Float { pitch.last { $0.seconds < seconds }?.cents ?? 0 }
  }

  /// Returns what the gestures make of each model's hands.
  static func played(_ hands: [ModelSize: [HandFrame]]) -> [ModelSize: Played] {
    var all: [ModelSize: Played] = [:]
    for (size, frames) in hands {
      var gestures = GestureEngine(noise: size.noise)
      var played = Played()
      for frame in frames {
        let output = gestures.process(frame)
        for case .controlEngaged(let control) in output.events { played.controls.append(Taken(control: control, seconds: frame.time)) }
        played.pitch.append((frame.time, output.control.player?.pitchCents ?? 0))
      }
      all[size] = played
    }
    return all
  }

  /// Prints where a model's controls differ from those of `float`. It prints a control that only one of them engages,
  /// and one whose times differ by more than 0.1 s.
  static func compare(_ name: String, _ played: [ModelSize: Played], with size: ModelSize) {
    guard let float = played[.float]?.controls, let other = played[size]?.controls else { return }
    for control in [GestureEvent.Control.pitch, .speed, .volume] {
      let (ours, theirs) = (float.filter { $0.control == control }, other.filter { $0.control == control })
      for index in 0..<max(ours.count, theirs.count) {
        let pair = (index < ours.count ? ours[index] : nil, index < theirs.count ? theirs[index] : nil)
        switch pair {
        case (let a?, let b?) where abs(a.seconds - b.seconds) > 0.1: print("\(name): float takes \(a), \(size) \(b)")
        case (let a?, nil): print("\(name): float takes \(a), \(size) does not")
        case (nil, let b?): print("\(name): \(size) takes \(b), float does not")
        default: break
        }
      }
    }
  }

  /// The scripts that move the pitch and leave it there. The value limits the change by a turn of the palm at the
  /// end, with `lite`, in cents.
  private static let moving: [String: Float] = ["spread": 0, "faderup": 0, "faderdown": 0, "tilted": 150, "rolled": 150]
  /// Largest relative difference between the pitch of `lite` and of `float`. In recordings it was at most 0.09 for
  /// the spread and 0.06 for the fader.
  private static let liteIsWithin: Float = 0.2

  /// Each model engages the same controls in the performer's scripts. Each control engages once, and a fist engages
  /// none. A hand at rest moves nothing, and with `lite` the pitch ends near that of `float`. The frames are
  /// mirrored, as on the box. `make test` plays a few scripts, and only one of them with all models. `WholePathTests`
  /// play the demo, through the whole box.
  @Test(
    arguments: [
      ("demo", [Meant(.pitch, 2.6...9.6), Meant(.speed, 11.8...17.8), Meant(.volume, 18.6...24.5)]), ("pinch", [Meant(.pitch, 0.5...4)]),
      ("spread", [Meant(.pitch, 0.6...5)]), ("faderup", [Meant(.pitch, 0.6...5)]), ("faderdown", [Meant(.pitch, 0.6...5)]),
      ("drift", [Meant(.pitch, 0.6...13)]), ("tilted", [Meant(.pitch, 0.6...8)]), ("rolled", [Meant(.pitch, 0.6...8)]), ("turning", []),
      ("fist", []), ("open", []), ("wristroll", []), ("hard", []),
    ].filter { Ring.isLong || ["spread", "fist", "hard"].contains($0.0) } as [(String, [Meant])])
  func `each model engages intended pinches`(name: String, meant: [Meant]) throws {
    let script = try #require(Scripts.named(name))
    let models = Ring.isLong || name == "spread" ? ModelSize.allCases : [.int8]
    let played = Self.played(
      try RecordedHands.frames(name, models) { VirtualPerformer(script, live: false, seconds: script.duration) })
    for model in models {
      let controls = played[model]?.controls ?? []
      Self.compare(name, played, with: model)
      #expect(controls.map(\.control) == meant.map(\.control), "\(name), \(model): \(controls)")
      for (control, meant) in zip(controls, meant) where control.control == meant.control {
        #expect(meant.when.contains(control.seconds), "\(name), \(model): \(control)")
      }
    }
    if name == "drift" {
      for model in models {
        let most = played[model]?.pitch.map { abs($0.cents) }.max() ?? .infinity
        #expect(most < 5, "\(model): a resting hand moves the pitch by \(most) cents")
      }
    }
    if let afterTurns = Self.moving[name] {
      let (float, lite) = (try #require(played[.float]), try #require(played[.lite]))
      // The pitch before the palm turns; without a turn, the pitch at the end.
      let moved = afterTurns > 0 ? 3.8 : .infinity
      let (wanted, got) = (float.cents(before: moved), lite.cents(before: moved))
      print("\(name): float moves the pitch to \(wanted) cents, lite to \(got), which ends at \(lite.cents())")
      #expect(abs(wanted) > 300)
      #expect(abs(got - wanted) < Self.liteIsWithin * abs(wanted), "\(name): \(got) cents with lite, \(wanted) with float")
      #expect(abs(lite.cents() - got) <= afterTurns, "\(name): \(got) cents, and \(lite.cents()) after its turns")
    }
  }

  /// An engaged pinch turns by 30 degrees in a second. The pitch hardly moves. The landmarks are the model's, with
  /// six takes of the sensor's noise. After two faster turns, the last by 25 degrees in 0.4 seconds, more error is
  /// left. The model notices a palm that tilts away from the camera late or not at all. The bounds of that turn
  /// record the measured error. After the tilt it is 83 cents on average and 242 at most, after the roll 32 and 60.
  /// The goal is 20 cents for every turn. With exact landmarks all are below 20 cents (`PinchTests`).
  @Test(arguments: Ring.cases([("tilted", 240, 350)], of: [("tilted", 240, 350), ("rolled", 120, 150)]) as [(String, Float, Float)])
  func `a turn of the palm is nearly taken out`(name: String, meanAfter: Float, mostAfter: Float) throws {
    // One take does not determine the mean, so allow the maximum.
    let meanAfter = Ring.isLong ? meanAfter : mostAfter
    var off: [(turned: Float, after: Float)] = []
    for take in 1...(Ring.isLong ? 6 : 1) {
      var script = try #require(Scripts.named(name))
      script.scenery.take = UInt64(take)
      let hands = try RecordedHands.frames("\(name), take \(take)", .int8) { VirtualPerformer(script, live: false, seconds: 7.5) }
      var gestures = GestureEngine(noise: ModelSize.int8.noise)
      var cents: [(time: Double, cents: Float)] = []
      for frame in hands {
        let control = gestures.process(frame).control
        cents.append((control.time, control.player?.pitchCents ?? 0))
      }
      let before = try #require(cents.last { $0.time < 3.8 }).cents
      let turned = try #require(cents.last { $0.time < 5.3 }).cents
      let after = try #require(cents.last { $0.time < 7.5 }).cents
      #expect(before > 300, "take \(take)")
      off.append((abs(turned - before), abs(after - before)))
    }
    let turned = off.map(\.turned)
    let after = off.map(\.after)
    func mean(_ values: [Float]) -> Float { values.reduce(0, +) / Float(values.count) }
    print("\(name): off by \(mean(turned)) cents while turned, at most \(turned.max() ?? 0)")
    print("\(name): off by \(mean(after)) cents afterwards, at most \(after.max() ?? 0)")
    #expect(turned.allSatisfy { $0 < 30 })
    #expect(mean(after) < meanAfter && after.allSatisfy { $0 < mostAfter }, "\(after)")
  }
}
