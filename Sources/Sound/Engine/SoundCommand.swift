import Foundation

/// What the audio thread is told to do once, through a ring of fixed-size values; what shall hold from now on is told by `SoundLevels`.
public struct SoundCommand: Sendable, BitwiseCopyable {
  /// What there is to do.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Go over to tape `index`, whose stretcher has been run in.
    case load
    /// A tone over the music: see `tone`.
    case tone
    /// Fade out for good; `EngineState.silent` tells when it is done.
    case fadeOut
  }
  /// What there is to do.
  public var kind: Kind
  /// At which frame, counted as `EngineState.rendered`: blocks are split there. 0, or one that has passed, for at once.
  public var due: Int64 = 0
  /// Which of the engine's two tapes a load goes to.
  public var index = 0
  /// Number of the jump that a load belongs to.
  public var serial = 0
  /// Length of a tone, in frames.
  public var frame: Int64 = 0
  /// Level of a tone, 0...1.
  public var volume: Float = 1

  /// Cosine of a tone's turn from frame to frame.
  var cosine: Float = 1
  /// Its sine.
  var sine: Float = 0

  /// - Parameter kind: what there is to do; the rest is set afterwards.
  public init(_ kind: Kind) { self.kind = kind }

  /// A short tone that dies away over the music.
  /// - Parameters:
  ///   - frequency: in Hz, up to 20,000.
  ///   - level: 0...1.
  ///   - seconds: until it has died away.
  public static func tone(frequency: Double, level: Double, seconds: Double) -> SoundCommand {
    var command = SoundCommand(.tone)
    let angle = 2 * Double.pi * frequency / Double(SoundFormat.rate)
    command.cosine = Float(cos(angle))
    command.sine = Float(sin(angle))
    command.volume = Float(level)
    command.frame = Int64(seconds * Double(SoundFormat.rate))
    return command
  }
}

/// What the audio thread says of itself, once a block.
public struct EngineState: Sendable, BitwiseCopyable {
  /// Which of the two tapes is heard.
  public var tape = 0
  /// Where on it, in frames.
  public var position = 0.0
  /// Number of the jump that put this tape there; 0 before the first. It tells an old position from a new one.
  public var take = 0
  /// Speed of now, 0.1...2: the one that was set, once music is heard.
  public var speed: Float = 1
  /// Pitch of now in cents, -2400...2400; likewise.
  public var cents: Float = 0
  /// Volume that was set, 0...1.
  public var volume: Float = 0
  /// A person has paused.
  public var userPaused = false
  /// Paused because nobody is there.
  public var autoPaused = false
  /// Nothing of the music is heard, not even a fade.
  public var silent = false
  /// Frames rendered since the start.
  public var rendered: Int64 = 0
  /// Peak of the block that was loudest since the last second, 0...1.
  public var peak: Float = 0
  /// Frames of silence because the tape had no more in time.
  public var starved = 0
  /// An engine that has not rendered yet.
  public init() {}
}
