import GestureFlowAPI

/// A parameter or action that an external controller or note can play.
public enum LearnTarget: Sendable, Hashable, BitwiseCopyable {
  case volume, speed, pitch
  /// Tempo of the stem set, relative to its own.
  case tempo
  /// Volume or pitch of a stem, 1...4.
  case stemVolume(Int), stemPitch(Int)
  case tone, fuzz, delay, reverb
  case waveform
  /// Toggles between play and pause.
  case play
  case next, prev, panic
  /// Toggles mute or solo of a stem, 1...4.
  case mute(Int), solo(Int)

  /// All targets in display order.
  public static let all: [LearnTarget] =
    [.volume, .speed, .pitch, .tempo] + (1...4).map(stemVolume) + (1...4).map(stemPitch) + [.tone, .fuzz, .delay, .reverb, .waveform]
    + [.play, .next, .prev, .panic] + (1...4).map(mute) + (1...4).map(solo)

  /// The name that people write: "volume", "volume 2", "mute 1".
  public var name: String {
    switch self {
    case .volume: "volume"
    case .speed: "speed"
    case .pitch: "pitch"
    case .tempo: "tempo"
    case .stemVolume(let stem): "volume \(stem)"
    case .stemPitch(let stem): "pitch \(stem)"
    case .tone: "tone"
    case .fuzz: "fuzz"
    case .delay: "delay"
    case .reverb: "reverb"
    case .waveform: "waveform"
    case .play: "play"
    case .next: "next"
    case .prev: "prev"
    case .panic: "panic"
    case .mute(let stem): "mute \(stem)"
    case .solo(let stem): "solo \(stem)"
    }
  }

  /// Creates a target from its name.
  /// - Parameter name: in the form of `name`; nil for anything else.
  public init?(name: String) {
    guard let target = Self.all.first(where: { $0.name == name }) else { return nil }
    self = target
  }

  /// The mapping to a controller's values; nil for targets that are pressed.
  public var scale: LearnScale? {
    switch self {
    case .volume, .stemVolume: .even(Volume.range)
    case .tone, .fuzz, .delay, .reverb: .even(EffectAmount.range)
    case .speed: .around(1, in: Speed.range)
    case .pitch: .around(0, in: Cents.range)
    case .stemPitch: .around(0, in: StemCents.range)
    case .tempo: .around(1, in: 0.5...2)
    case .waveform: .steps(4)
    case .play, .next, .prev, .panic, .mute, .solo: nil
    }
  }
}
