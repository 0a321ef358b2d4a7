import Foundation

/// What the audio thread is told to do once, through a ring of fixed-size values; what shall hold from now on is told by levels, and to the desks.
public struct SoundCommand: Sendable, BitwiseCopyable {
  /// What there is to do.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// A tone over the music: see `tone`.
    case tone
    /// Fade out for good; `EngineState.isSilent` tells when it is done.
    case fadeOut
  }
  /// What there is to do.
  public var kind: Kind
  /// At which frame, counted as `EngineState.rendered`: blocks are split there. 0, or one that has passed, for at once.
  public var due: Int64 = 0
  /// Length of a tone, in frames.
  public var frame: Int64 = 0
  /// Level of a tone, 0...1.
  public var volume: Float = 1

  /// When it was posted, in nanoseconds of `Clock`.
  var postedAt: Int64 = 0

  /// Cosine of a tone's turn from frame to frame.
  var cosine: Float = 1
  /// Its sine.
  var sine: Float = 0

  /// - Parameter kind: what there is to do; the rest is set afterwards.
  public init(_ kind: Kind) { self.kind = kind }

  /// A tone that waited until then tells nothing of now. - Parameter moment: in nanoseconds of `Clock`.
  @_noLocks func isOver(before moment: Int64) -> Bool { kind == .tone && postedAt < moment }

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
