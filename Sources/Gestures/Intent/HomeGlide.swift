/// Values that glide to where the original sounds.
struct HomeGlide: Sendable {
  /// From the first frame to the last, in seconds.
  static let seconds = 0.5
  /// A stem's level at home, 0...1.
  static let level: Float = 0.8

  private enum Value: Sendable, Equatable {
    case speed, pitch, streamPitch
    case stemVolume(Int), stemPitch(Int)

    func change(_ value: Float) -> OutsideChange {
      switch self {
      case .speed: .speed(value)
      case .pitch: .pitch(value)
      case .streamPitch: .streamPitch(value)
      case .stemVolume(let channel): .stemVolume(channel: channel, value)
      case .stemPitch(let channel): .stemPitch(channel: channel, value)
      }
    }

    /// Nil for a value that never goes home.
    init?(_ change: OutsideChange) {
      switch change {
      case .speed: self = .speed
      case .pitch: self = .pitch
      case .streamPitch: self = .streamPitch
      case .stemVolume(let channel, _): self = .stemVolume(channel)
      case .stemPitch(let channel, _): self = .stemPitch(channel)
      case .volume, .selected, .channelCount, .instrument, .streamVolume: return nil
      }
    }
  }

  private struct Way: Sendable {
    let value: Value
    let from: Float
    let to: Float
  }

  private let begun: Double
  private var ways: [Way]

  /// - Parameters:
  ///   - values: from which they go; nil comes of those without a home: notes, and stems of which none is selected.
  ///   - time: of the frame with which they begin, in seconds.
  init?(_ values: ControlFrame.Values, at time: Double) {
    begun = time
    switch values {
    case .player(let control):
      ways = [Way(value: .speed, from: control.speed, to: 1), Way(value: .pitch, from: control.pitchCents, to: 0)]
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

  /// A value that was set from elsewhere stays there.
  mutating func drop(_ change: OutsideChange) {
    let value = Value(change)
    ways.removeAll { $0.value == value }
  }

  /// The values at this time.
  func changes(at time: Double) -> [OutsideChange] {
    let share = Float(min(max((time - begun) / Self.seconds, 0), 1))
    return ways.map { $0.value.change(share < 1 ? $0.from + ($0.to - $0.from) * share : $0.to) }
  }

  /// The last frame has come.
  func isOver(at time: Double) -> Bool { time - begun >= Self.seconds }
}
