/// A glide of values over a short time.
/// They glide home, to the original sound, or back to what they were before a hand left.
struct ValueGlide: Sendable {
  /// Duration of the glide home, in seconds.
  /// It is from the first frame to the last.
  static let home = 0.5
  /// Duration of the glide back to the intended value, in seconds.
  static let back = 0.05
  /// Level of a stem at home, 0...1.
  static let level: Float = 0.8

  private enum Value: Sendable, Equatable {
    case speed, pitch, volume, filter, streamPitch, streamVolume
    case stemVolume(Int), stemPitch(Int)

    func change(_ value: Float) -> OutsideChange {
      switch self {
      case .speed: .speed(value)
      case .pitch: .pitch(value)
      case .volume: .volume(value)
      case .filter: .filter(value)
      case .streamPitch: .streamPitch(value)
      case .streamVolume: .streamVolume(value)
      case .stemVolume(let channel): .stemVolume(channel: channel, value)
      case .stemPitch(let channel): .stemPitch(channel: channel, value)
      }
    }

    /// Largest step that needs no glide.
    /// A hand moves a value as far from frame to frame.
    var unheard: Float {
      switch self {
      case .speed, .volume, .filter, .streamVolume, .stemVolume: 0.03
      case .pitch, .streamPitch, .stemPitch: 20
      }
    }

    /// Creates the value of a change. Nil for a value that never glides.
    init?(_ change: OutsideChange) {
      switch change {
      case .speed: self = .speed
      case .pitch: self = .pitch
      case .volume: self = .volume
      case .filter: self = .filter
      case .streamPitch: self = .streamPitch
      case .streamVolume: self = .streamVolume
      case .stemVolume(let channel, _): self = .stemVolume(channel)
      case .stemPitch(let channel, _): self = .stemPitch(channel)
      case .selected, .channelCount, .instrument: return nil
      }
    }
  }

  private struct Way: Sendable {
    let value: Value
    let from: Float
    let to: Float
  }

  private let begun: Double
  private let seconds: Double
  private var ways: [Way]

  /// Creates a glide home.
  /// - Parameters:
  ///   - values: the values at the start. The result is nil for values without a home: notes, and stems without
  ///     a selection.
  ///   - time: of the frame with which the glide begins, in seconds.
  init?(home values: ControlFrame.Values, at time: Double) {
    (begun, seconds) = (time, Self.home)
    switch values {
    case .player(let control):
      ways = [
        Way(value: .speed, from: control.speed, to: 1), Way(value: .pitch, from: control.pitchCents, to: 0),
        Way(value: .filter, from: control.filter, to: 0),
      ]
    case .stems(let control):
      guard let channel = control.selected else { return nil }
      ways = [
        Way(value: .stemVolume(channel), from: control.volumes[channel], to: Self.level),
        Way(value: .stemPitch(channel), from: control.pitchCents[channel], to: 0),
      ]
    case .stream(let control): ways = [Way(value: .streamPitch, from: control.pitchCents, to: 0)]
    case .instrument: return nil
    }
    ways.removeAll { $0.from == $0.to }
  }

  /// Creates a glide back of values that a leaving hand has released.
  /// - Parameters:
  ///   - events: of the frame, with its releases.
  ///   - before, after: the values before that frame and after it; the result is nil for values that are the
  ///     same.
  ///   - time: of the frame.
  init?(_ events: [GestureEvent], before: ControlFrame.Values, after: ControlFrame.Values, at time: Double) {
    func isLetGo(_ control: GestureEvent.Control) -> Bool { events.contains(.controlReleased(control)) }
    (begun, seconds) = (time, Self.back)
    ways = []
    switch (before, after) {
    case (.player(let a), .player(let b)):
      if isLetGo(.speed) { ways.append(Way(value: .speed, from: a.speed, to: b.speed)) }
      if isLetGo(.pitch) { ways.append(Way(value: .pitch, from: a.pitchCents, to: b.pitchCents)) }
      if isLetGo(.volume) { ways.append(Way(value: .volume, from: a.volume, to: b.volume)) }
      if isLetGo(.filter) { ways.append(Way(value: .filter, from: a.filter, to: b.filter)) }
    case (.stems(let a), .stems(let b)):
      guard let channel = b.selected, a.selected == channel else { return nil }
      if isLetGo(.level) { ways.append(Way(value: .stemVolume(channel), from: a.volumes[channel], to: b.volumes[channel])) }
      if isLetGo(.roll) { ways.append(Way(value: .stemPitch(channel), from: a.pitchCents[channel], to: b.pitchCents[channel])) }
    case (.stream(let a), .stream(let b)):
      if isLetGo(.pitch) { ways.append(Way(value: .streamPitch, from: a.pitchCents, to: b.pitchCents)) }
      if isLetGo(.volume) { ways.append(Way(value: .streamVolume, from: a.volume, to: b.volume)) }
    default: return nil
    }
    ways.removeAll { abs($0.to - $0.from) <= $0.value.unheard }
    if ways.isEmpty { return nil }
  }

  /// Ends the glide of a value that was set from outside.
  mutating func drop(_ change: OutsideChange) {
    let value = Value(change)
    ways.removeAll { $0.value == value }
  }

  /// Returns the values at the given time.
  func changes(at time: Double) -> [OutsideChange] {
    let share = Float(min(max((time - begun) / seconds, 0), 1))
    return ways.map { $0.value.change(share < 1 ? $0.from + ($0.to - $0.from) * share : $0.to) }
  }

  /// Whether the last frame has come.
  func isOver(at time: Double) -> Bool { time - begun >= seconds }
}
