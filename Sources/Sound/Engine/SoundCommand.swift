import Foundation

/// What the audio thread is told, through rings of fixed-size values.
public struct SoundCommand: Sendable, BitwiseCopyable {
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// A new set of control values from the hands.
    case control
    /// Play or pause by a person: `flag` is play.
    case userPlay
    /// Pause because nobody is there, or go on: `flag` is pause.
    case autoPause
    /// Go over to tape `index` at frame `frame`.
    case load
    /// A tone over the music: see `tone`.
    case tone
    /// Fade out and answer with `.stopped`.
    case fadeOut
  }
  public var kind: Kind
  public var flag = false
  public var index = 0
  /// Number of the jump that a load belongs to.
  public var serial = 0
  /// Place on the tape, or length of a tone, in frames.
  public var frame: Int64 = 0
  /// Capture time of the frame behind a control, in seconds; 0 for none.
  public var time = 0.0
  public var speed: Float = 1
  public var cents: Float = 0
  public var volume: Float = 1

  /// A tone's turn from frame to frame.
  public var cosine: Float = 1
  public var sine: Float = 0

  public init(_ kind: Kind) { self.kind = kind }

  /// A short tone that dies away over the music. - Parameters: frequency in Hz, level 0...1, length in seconds.
  public static func tone(frequency: Double, level: Double, seconds: Double) -> SoundCommand {
    var command = SoundCommand(.tone)
    let angle = 2 * Double.pi * frequency / Double(SoundFormat.rate)
    command.cosine = Float(cos(angle))
    command.sine = Float(sin(angle))
    command.volume = Float(level)
    command.frame = Int64(seconds * Double(SoundFormat.rate))
    return command
  }

  /// Control values: speed 0.1...2, pitch in cents, volume 0...1.
  public static func control(speed: Float, cents: Float, volume: Float, time: Double) -> SoundCommand {
    var command = SoundCommand(.control)
    command.speed = speed
    command.cents = cents
    command.volume = volume
    command.time = time
    return command
  }
  public static func userPlay(_ play: Bool) -> SoundCommand {
    var command = SoundCommand(.userPlay)
    command.flag = play
    return command
  }
  public static func autoPause(_ pause: Bool) -> SoundCommand {
    var command = SoundCommand(.autoPause)
    command.flag = pause
    return command
  }
}

/// What the audio thread says of itself, once a block.
public struct EngineState: Sendable, BitwiseCopyable {
  /// Which tape is heard, and where.
  public var tape = 0
  public var position = 0.0
  /// Number of the jump that put this tape there; 0 before the first. It tells an old position from a new one.
  public var take = 0
  public var speed: Float = 1
  public var cents: Float = 0
  public var volume: Float = 0
  public var playing = false
  public var userPaused = false
  public var autoPaused = false
  public var silent = false
  /// Frames rendered since the start.
  public var rendered: Int64 = 0
  /// Peak of the block that was loudest since the last second, 0...1.
  public var peak: Float = 0
  /// Least gain of the limiter so far, 0...1.
  public var leastGain: Float = 1
  /// Frames of silence because the tape had no more in time.
  public var starved = 0
  public init() {}
}
