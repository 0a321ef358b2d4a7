/// What a controller or a note of somebody's gear can play on the box.
public enum LearnTarget: Sendable, Hashable, BitwiseCopyable {
  case volume, speed, pitch
  /// Of the stem set, over its own tempo.
  case tempo
  /// A stem's, 1...4.
  case stemVolume(Int), stemPitch(Int)
  case tone, fuzz, delay, reverb
  case waveform
  /// Plays or pauses.
  case play
  case next, prev, panic
  /// A stem's, 1...4: muted or heard again; heard alone or with the others again.
  case mute(Int), solo(Int)

  /// All of them, in the order in which they are shown.
  public static let all: [LearnTarget] =
    [.volume, .speed, .pitch, .tempo] + (1...4).map(stemVolume) + (1...4).map(stemPitch) + [.tone, .fuzz, .delay, .reverb, .waveform]
    + [.play, .next, .prev, .panic] + (1...4).map(mute) + (1...4).map(solo)

  /// How people write it: "volume", "volume 2", "mute 1".
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

  /// - Parameter name: as `name` has it; nil for anything else.
  public init?(name: String) {
    guard let target = Self.all.first(where: { $0.name == name }) else { return nil }
    self = target
  }

  /// How its values lie on a controller's; nil for what is not turned but pressed.
  public var scale: LearnScale? {
    switch self {
    case .volume, .stemVolume, .tone, .fuzz, .delay, .reverb: .even(0...1)
    case .speed: .around(1, in: 0.1...2)
    case .pitch: .around(0, in: -2400...2400)
    case .stemPitch: .around(0, in: -200...200)
    case .tempo: .around(1, in: 0.5...2)
    case .waveform: .steps(4)
    case .play, .next, .prev, .panic, .mute, .solo: nil
    }
  }
}
