/// A type that computes the output frame for a message's arrival time. The frame is heard a fixed time after the
/// arrival, whatever number of frames the sink renders at once.
struct ArrivalClock: Sendable, BitwiseCopyable {
  /// Seconds from the thread that reads a message to the audio thread.
  private static let handover = 0.0005

  /// The frame that is rendered next, and its time.
  let pair: FrameTime
  /// Seconds from arrival to sound without the handover; see `FrameClock.lead`.
  let lead: Double
  /// Frames that the sink requests at once.
  let period: Int

  /// Returns the output frame for an arrival time. As a rule it is in the next period. A late message is due at once. A
  /// frame is never due more than two periods ahead. So a clock that jumps or an audio thread that stops cannot
  /// delay it by more.
  /// - Parameter seconds: time of `Clock`; NaN means at once.
  func due(arrivedAt seconds: Double) -> Int64 {
    let ahead = (seconds + lead + Self.handover - pair.seconds) * Double(SoundFormat.rate)
    guard ahead > 0 else { return pair.frame }
    return pair.frame + Int64(min(ahead.rounded(), Double(2 * period)))
  }
}
