import Camera
import Gestures
import HandTracking
import SyntheticHands
import Supervisor
import TestSupport
import Testing

/// Tests of the controls that engage with the real models: the pinches that are meant, and nothing else.
@Suite(.serialized) struct EngagementTests {
  /// A control that was taken hold of, and when.
  struct Taken: Sendable, CustomStringConvertible {
    let control: GestureEvent.Control
    /// Of the script or the film.
    let seconds: Double
    var description: String { "\(control.rawValue) at \((seconds * 100).rounded() / 100) s" }
  }

  /// A gesture of a script: a control, and the seconds in which engaging it is right. They begin when the hand stops
  /// being a fist.
  struct Meant: Sendable {
    let control: GestureEvent.Control
    let when: ClosedRange<Double>

    init(_ control: GestureEvent.Control, _ when: ClosedRange<Double>) {
      self.control = control
      self.when = when
    }
  }

  /// The result of a model on the frames.
  struct Played: Sendable {
    var controls: [Taken] = []
    /// The pitch after each frame, in cents, with the seconds of the script or the film.
    var pitch: [(seconds: Double, cents: Float)] = []

    /// The pitch at the last frame before that, in cents.
    func cents(before seconds: Double = .infinity) -> Float { pitch.last { $0.seconds < seconds }?.cents ?? 0 }
  }

  /// The result of each model on the same frames.
  static func played(
    _ name: String, _ sizes: [ModelSize] = ModelSize.allCases, source: () throws -> any FrameSource
  ) throws -> [ModelSize: Played] {
    var all: [ModelSize: Played] = [:]
    for size in sizes {
      var gestures = GestureEngine(noise: size.noise)
      var played = Played()
      for frame in try RecordedHands.frames(name, size, source: source) {
        let output = gestures.process(frame)
        for case .controlEngaged(let control) in output.events { played.controls.append(Taken(control: control, seconds: frame.time)) }
        played.pitch.append((frame.time, output.control.player?.pitchCents ?? 0))
      }
      all[size] = played
    }
    return all
  }

  /// Says which control a model takes at another time than `exact`, or one of them alone.
  private static func compare(_ name: String, _ played: [ModelSize: Played], with size: ModelSize) {
    let (exact, other) = (played[.exact]?.controls ?? [], played[size]?.controls ?? [])
    for control in [GestureEvent.Control.pitch, .speed, .volume] {
      let (ours, theirs) = (exact.filter { $0.control == control }, other.filter { $0.control == control })
      for index in 0..<max(ours.count, theirs.count) {
        let pair = (index < ours.count ? ours[index] : nil, index < theirs.count ? theirs[index] : nil)
        switch pair {
        case (let a?, let b?) where abs(a.seconds - b.seconds) > 0.1: print("\(name): exact takes \(a), \(size) \(b)")
        case (let a?, nil): print("\(name): exact takes \(a), \(size) does not")
        case (nil, let b?): print("\(name): \(size) takes \(b), exact does not")
        default: break
        }
      }
    }
  }

  /// The scripts that move the pitch and leave it there. The value is how far a turn of the palm at the end may move
  /// it with `lite`, in cents.
  private static let moving: [String: Float] = ["spread": 0, "faderup": 0, "faderdown": 0, "tilted": 150, "rolled": 150]
  /// Share of the pitch of `exact` by which that of `lite` may be off. In recordings it was 0.09 for the spread and
  /// 0.06 for the fader at most.
  private static let liteIsWithin: Float = 0.2

  /// The performer's scripts engage the same controls with each model, once each, and none on a fist. A hand at rest
  /// moves nothing, and with `lite` the pitch ends near that of `exact`. The frames are mirrored, as the box sees
  /// them. `make test` plays some scripts, and all models on one of them alone.
  @Test(
    arguments: [
      ("demo", [Meant(.pitch, 2.6...9.6), Meant(.speed, 11.8...17.8), Meant(.volume, 18.6...24.5)]), ("pinch", [Meant(.pitch, 0.5...4)]),
      ("spread", [Meant(.pitch, 0.6...5)]), ("faderup", [Meant(.pitch, 0.6...5)]), ("faderdown", [Meant(.pitch, 0.6...5)]),
      ("drift", [Meant(.pitch, 0.6...13)]), ("tilted", [Meant(.pitch, 0.6...8)]), ("rolled", [Meant(.pitch, 0.6...8)]), ("turning", []),
      ("fist", []), ("open", []), ("wristroll", []), ("hard", []),
    ].filter { Ring.isLong || ["demo", "spread", "fist", "hard"].contains($0.0) } as [(String, [Meant])])
  func `each model engages intended pinches`(name: String, meant: [Meant]) throws {
    let script = try #require(Scripts.named(name))
    let models = Ring.isLong || name == "spread" ? ModelSize.allCases : [.full]
    let played = try Self.played(name, models) { VirtualPerformer(script, live: false, seconds: script.duration) }
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
      let (exact, lite) = (try #require(played[.exact]), try #require(played[.lite]))
      // The pitch before the palm turns; without a turn, the pitch at the end.
      let moved = afterTurns > 0 ? 3.8 : .infinity
      let (wanted, got) = (exact.cents(before: moved), lite.cents(before: moved))
      print("\(name): exact moves the pitch to \(wanted) cents, lite to \(got), which ends at \(lite.cents())")
      #expect(abs(wanted) > 300)
      #expect(abs(got - wanted) < Self.liteIsWithin * abs(wanted), "\(name): \(got) cents with lite, \(wanted) with exact")
      #expect(abs(lite.cents() - got) <= afterTurns, "\(name): \(got) cents, and \(lite.cents()) after its turns")
    }
  }

  /// A turn of an engaged pinch by 30 degrees in a second hardly moves the pitch. The landmarks are the model's, with
  /// six takes of the sensor's noise. After two faster turns, the last by 25 degrees in 0.4 seconds, more error is
  /// left. The model notices a palm that tilts away from the camera late or not at all. The bounds of that turn
  /// record the measured error: 83 cents on average after the tilt, 242 at most, and 32 and 60 after the roll. The
  /// goal is 20 cents for every turn. With exact landmarks all are below 20 cents (`PinchTests`).
  @Test(arguments: [("tilted", 240, 350), ("rolled", 120, 150)] as [(String, Float, Float)])
  func `a turn of the palm is nearly taken out`(name: String, meanAfter: Float, mostAfter: Float) throws {
    // One take does not determine the mean.
    let meanAfter = Ring.isLong ? meanAfter : mostAfter
    var off: [(turned: Float, after: Float)] = []
    for take in 1...(Ring.isLong ? 6 : 1) {
      var script = try #require(Scripts.named(name))
      script.stage.take = UInt64(take)
      let hands = try RecordedHands.frames("\(name), take \(take)", .full) { VirtualPerformer(script, live: false, seconds: 7.5) }
      var gestures = GestureEngine(noise: ModelSize.full.noise)
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

  /// On films of hands that do other things: 8-bit numbers take what floats take and nothing else, and so does `lite`.
  @Test(.enabled(if: Places.hasFootage, "../shared/data is not there: the films are skipped"))
  func `every model takes the same on films`() throws {
    for name in Ring.cases(["dexret_hand"], of: FilmTests.all) {
      let played = try Self.played("\(name).mp4") {
        try FilmFile(Places.hands.appendingPathComponent("clips/\(name).mp4").path, pace: .asFastAsPossible, orientation: .asFilmed)
      }
      func controls(_ size: ModelSize) -> [GestureEvent.Control] { (played[size]?.controls ?? []).map(\.control) }
      let (exact, full, lite) = (controls(.exact), controls(.full), controls(.lite))
      for size in [ModelSize.full, .lite] { Self.compare(name, played, with: size) }
      // Only one of these films shows a pinch.
      #expect(exact == (name == "dexret_hand" ? [.pitch] : []) && full == exact, "\(name): \(exact) and \(full)")
      #expect(lite == full, "\(name): \(lite)")
    }
  }
}
