import Foundation

/// A command that the audio thread runs once. It is a fixed-size value and comes through a ring. Lasting settings
/// go through the levels and the ports instead.
public struct SoundCommand: Sendable, BitwiseCopyable {
  /// Kind of a command.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Play a tone over the music; see `tone`.
    case tone
    /// Fade out for good. `EngineState.isSilent` reports the end of the fade.
    case fadeOut
  }
  /// Kind of the command.
  public var kind: Kind
  /// Frame at which it runs, counted as `EngineState.rendered`; blocks are split there. 0 or a frame in the past
  /// means at once.
  public var due: Int64 = 0
  /// Length of a tone, in frames.
  public var frame: Int64 = 0
  /// Level of a tone, 0...1.
  public var volume: Float = 1

  /// Time at which it was posted, in nanoseconds of `Clock`.
  var postedAt: Int64 = 0

  /// Cosine of the angle by which a tone advances per frame.
  var cosine: Float = 1
  /// Sine of the same angle.
  var sine: Float = 0

  /// - Parameter kind: kind of the command; the caller sets the rest afterwards.
  public init(_ kind: Kind) { self.kind = kind }

  /// Returns whether this is a tone posted before a moment. Such a tone reports old news.
  /// - Parameter moment: in nanoseconds of `Clock`.
  @_noLocks func isOver(before moment: Int64) -> Bool { kind == .tone && postedAt < moment }

  /// Creates a short tone that decays over the music.
  /// - Parameters:
  ///   - frequency: in Hz, up to 20,000.
  ///   - level: 0...1.
  ///   - seconds: until the tone has decayed.
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
