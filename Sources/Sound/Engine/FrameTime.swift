/// A frame of the output, and the time of its sound.
public struct FrameTime: Sendable, BitwiseCopyable, Equatable {
  /// The frame that is rendered next, counted as `EngineState.rendered`.
  public var frame: Int64
  /// Seconds of `Clock` at which the frame leaves the loudspeaker. As far as the card knows; the limiter's delay is
  /// included.
  public var seconds: Double

  /// Creates a pair; see the properties.
  public init(frame: Int64, seconds: Double) {
    self.frame = frame
    self.seconds = seconds
  }

  /// Returns the time of another frame, in seconds of `Clock`.
  public func seconds(of other: Int64) -> Double { seconds + Double(other - frame) / Double(SoundFormat.rate) }

  /// Returns the frame heard at a time, or the last one before.
  /// - Parameter seconds: time of `Clock`.
  public func frame(at seconds: Double) -> Int64 { frame + Int64(((seconds - self.seconds) * Double(SoundFormat.rate)).rounded(.down)) }
}

/// A filter that smooths the delay that a card reports. Many cards count in whole milliseconds of their bus. The
/// audio thread may also be interrupted between the request and the reading of the clock.
package struct FrameClock: BitwiseCopyable {
  /// Weight of a new report. With a block's 2.7 ms, half of a change takes 0.12 s. A card that is fast by 100 ppm
  /// is followed 17 microseconds late.
  private static let share = 1.0 / 64
  /// Seconds of deviation that mean a break in the sound, not noise.
  private static let leap = 0.01

  /// Seconds of `Clock` at which frame 0 would have been heard. Nil before the first report.
  private var start: Double?
  /// Longest time from a block's rendering to its end's sound. In seconds, measured from the start of the rendering
  /// to the sound of the frame after that block. The maximum restarts when the sound starts or has a break. A message
  /// that comes this long before its sound finds its frame not rendered yet.
  package private(set) var lead = 0.0

  package init() {}

  /// Adds one report.
  /// - Parameters:
  ///   - frame: the frame after the block that was rendered last.
  ///   - nanoseconds: time of `Clock` at which that frame is heard.
  ///   - begun: time of `Clock` at which the rendering of that block began.
  /// - Returns: the same frame, with its time smoothed.
  @_noLocks package mutating func rtTake(_ frame: Int64, heardAt nanoseconds: Int64, begunAt begun: Int64) -> FrameTime {
    let way = Double(frame) / Double(SoundFormat.rate)
    let told = Double(nanoseconds) * 1e-9 - way
    var (now, least) = (told, -Double.infinity)
    if let start, abs(told - start) < Self.leap { (now, least) = (start + (told - start) * Self.share, lead) }
    start = now
    lead = max(least, now + way - Double(begun) * 1e-9)
    return FrameTime(frame: frame, seconds: now + way)
  }
}
