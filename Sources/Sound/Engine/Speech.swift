import Realtime

/// Port for speech over the music: one thread sends samples, the audio thread plays them.
public final class SpeechPort: Sendable {
  /// A third of a second of samples.
  private let samples = Ring<Float>(capacity: 16_384, fill: 0)

  /// Creates an empty port.
  public init() {}

  /// Adds a sample of mono sound at 48 kHz, 1 is full scale. Only one thread at a time may call.
  /// - Returns: false while enough samples wait.
  public func push(_ sample: Float) -> Bool { samples.push(sample) }

  /// Returns the next sample; nil without one.
  @_noLocks func rtNext() -> Float? { samples.pop() }
}

/// Plays speech, and lowers the music by 12 dB meanwhile. Without speech the music passes unchanged.
struct SpeechChannel: ~Copyable {
  /// Gain of the music during speech: -12 dB.
  static let duck: Float = 0.251_188_6
  /// Frames in which the music becomes quieter: 0.1 s.
  static let attack = SoundFormat.rate / 10
  /// Frames in which the music returns: 0.3 s.
  static let release = 3 * SoundFormat.rate / 10
  /// Frames without speech after which the music returns: 0.25 s.
  static let hold = SoundFormat.rate / 4
  /// Frames of the last fade of the speech: 30 ms.
  static let fade = SoundFormat.rate * 30 / 1000

  private let keeper: Unmanaged<SpeechPort>
  private var music = Ramp(1)
  private var speech = Ramp(1)
  /// Frames until the music may return.
  private var rest = 0

  init(_ port: SpeechPort) { keeper = .passRetained(port) }

  deinit { keeper.release() }

  /// Fades the speech out for good.
  @_noLocks mutating func rtStop() { speech.aim(0, frames: Self.fade) }

  /// Lowers the music in two planes and adds speech, while there is any.
  /// - Returns: whether speech is heard.
  @_noLocks mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) -> Bool {
    var sample = rtNext()
    if case .none = sample, rest == 0, !music.isMoving, music.value == 1 { return false }
    for i in 0..<count {
      var spoken: Float = 0
      if let sample {
        rest = Self.hold
        music.aim(Self.duck, frames: Self.attack)
        spoken = sample * speech.next()
      } else if rest > 0 {
        rest &-= 1
        if rest == 0 { music.aim(1, frames: Self.release) }
      }
      let gain = music.next()
      left[i] = left[i] * gain + spoken
      right[i] = right[i] * gain + spoken
      sample = i &+ 1 < count ? rtNext() : nil
    }
    return rest > 0 && speech.value > 0
  }

  @_noLocks private func rtNext() -> Float? { keeper._withUnsafeGuaranteedRef { $0.rtNext() } }
}
