import Foundation
import GestureFlowAPI
import Gestures
import Hands
import Lab
import Notes
import SyntheticHands

/// Measures the intents that the engine finds. It uses recordings of people who play or do not play, and drills with
/// computed hands.
enum IntentBench {
  private static let aspect: Float = 4.0 / 3
  private static let rate = 30.0

  /// Counts the events that begin on each recording in each mode. It runs with the usual settings, and with the hands'
  /// roles exchanged.
  /// - Parameter files: hands files of `gflab track`.
  static func run(_ files: [String]) throws {
    var rows: [[String: Any]] = []
    for file in files {
      let recording = try HandsRecording.read(file, aspect: Float(16.0 / 9))
      let frames = recording.frames.map(\.hands)
      let seconds = (frames.last?.time ?? 0) - (frames.first?.time ?? 0)
      var row: [String: Any] = [
        "name": (file as NSString).lastPathComponent.replacingOccurrences(of: ".jsonl", with: ""), "seconds": seconds,
      ]
      for (key, law) in [("", HandsLaw.both), (" swapped", .swapped)] {
        var settings = GestureSettings()
        settings.hands = law
        for mode in Mode.allCases {
          let count = IntentCount(frames, mode: mode, settings: settings, noise: recording.noise)
          row[mode.rawValue + key] = ["acts": count.acts.map { ["t": $0.t, "what": $0.what] as [String: Any] }, "left": count.isLeft]
        }
      }
      rows.append(row)
    }
    try TrackBench.show(["files": rows])
  }

  /// Plays drills with computed hands. A hand is lowered out of the frame, a camera stalls, two hands tilt.
  static func drills() throws {
    var lowered: [[String: Any]] = []
    for speed in [Float(3), 5, 8] {
      for opens in [false, true] {
        lowered.append([
          "speed": speed, "opens": opens, "cents": lower(.player, speed, opens: opens), "level": lower(.stems, speed, opens: opens),
          "volume": lower(.stream, speed, opens: opens),
        ])
      }
    }
    let stalls = [0.15, 0.5, 0.9].map { ["seconds": $0, "cents": stall(.player, $0), "level": stall(.stems, $0)] }
    try TrackBench.show(["lowered": lowered, "stalls": stalls, "tilted": tilted()])
  }

  private static func hand(_ side: Handedness, _ pose: HandPose, rise: Float, x: Float? = nil, tilt: Float = 0) -> Hand {
    let posed = PosedHand(side, pose, wrist: SIMD2(x ?? (side == .right ? 0.42 : 0.92), 0.75 - rise * 0.2), size: 0.2, tilt: tilt)
    return Hand(
      id: side == .left ? 1 : 2, handedness: side, landmarks: posed.landmarks(aspect: aspect).mirrored, world: posed.worldLandmarks)
  }

  /// The value that the right hand moves in a mode. It is the pitch in cents, a stem's level or a stream's volume.
  private static func value(_ control: ControlFrame) -> Double {
    switch control.values {
    case .player(let player): Double(player.pitchCents)
    case .stems(let stems): Double(stems.volumes[0])
    case .stream(let stream): Double(stream.volume)
    case .instrument: 0
    }
  }

  private static func engine(_ mode: Mode) -> GestureEngine {
    var engine = GestureEngine(mode: mode)
    engine.select(stem: 0)
    if mode != .player { engine.set(stem: 0, volume: 0.5) }
    if mode == .stream { engine.set(streamVolume: 0.5) }
    return engine
  }

  /// The pose that holds a value in a mode. The hand has been shown open before.
  private static func holding(_ mode: Mode) -> HandPose { mode == .player ? .pinching(aperture: 0.1) : .open }

  /// Returns by how much a value changes while its hand is lowered. The hand has raised the value by a hand size. It
  /// then falls by `speed` hand sizes a second until it is out of the frame.
  private static func lower(_ mode: Mode, _ speed: Float, opens: Bool) -> Double {
    var engine = engine(mode)
    var held = 0.0
    var end = 0.0
    // Shown open, held from 1 s on, raised from 1.5 to 2.5 s, lowered from 3 s on within 0.1 s at full speed.
    for i in 0..<Int(6 * rate) {
      let t = Double(i) / rate
      let fall = Float(max(t - 3, 0))
      let rise = Float(min(max(t - 1.5, 0), 1)) - (fall < 0.1 ? 5 * speed * fall * fall : speed * (fall - 0.05))
      let pose: HandPose = t < 1 || (opens && fall > 0.1) ? .pinching(aperture: 0.8) : holding(mode)
      let shown = hand(.right, mode == .player ? pose : .open, rise: rise)
      let isSeen = shown.landmarks[.middleMCP].y < 1
      let output = engine.process(HandFrame(index: i, time: t, aspect: aspect, hands: isSeen ? [shown] : []))
      if fall == 0 { held = value(output.control) }
      end = value(output.control)
    }
    return end - held
  }

  /// Returns the additional step of a value when the camera stalls. It is the largest step, less the largest that the
  /// hand makes anyway. The hand moves on at one hand size a second during the stall.
  private static func stall(_ mode: Mode, _ seconds: Double) -> Double {
    var engine = engine(mode)
    var usual = 0.0
    var worst = 0.0
    var before = 0.0
    for i in 0..<Int(4 * rate) {
      let t = Double(i) / rate
      guard !(t > 2.2 && t < 2.2 + seconds) else { continue }
      let pose: HandPose = t < 1 ? .pinching(aperture: 0.8) : holding(mode)
      let shown = hand(.right, mode == .player ? pose : .open, rise: Float(max(t - 1.5, 0)) - 0.5)
      let now = value(engine.process(HandFrame(index: i, time: t, aspect: aspect, hands: [shown])).control)
      if t <= 1.5 { before = now }
      if t <= 2.2 { usual = max(usual, abs(now - before)) } else { worst = max(worst, abs(now - before)) }
      before = now
    }
    return max(worst - usual, 0)
  }

  /// The change of the volume when two open hands tilt. Both tilt by 40 degrees.
  private static func tilted() -> Double {
    var engine = engine(.player)
    var end = 0.0
    for i in 0..<Int(3 * rate) {
      let t = Double(i) / rate
      let tilt = Float(min(max(t - 1.5, 0), 1)) * 40
      let hands = [hand(.left, .open, rise: 0, tilt: tilt), hand(.right, .open, rise: 0, tilt: tilt)]
      end = Double(engine.process(HandFrame(index: i, time: t, aspect: aspect, hands: hands)).control.player?.volume ?? 0)
    }
    return end - 0.8
  }
}
