/// Says which frame of the output plays what arrives at a time: it is heard a fixed time behind its arrival, whatever the sink renders at once.
struct ArrivalClock: Sendable, BitwiseCopyable {
  /// Seconds that a message has from the thread that reads it to the audio thread.
  private static let handover = 0.0005

  /// When the frame that is rendered next is heard.
  let pair: FrameTime
  /// Seconds from arrival to sound without the handover, see `FrameClock.lead`.
  let lead: Double
  /// Frames that the sink asks for at once.
  let period: Int

  /// One of the coming period as a rule. What comes late is due at once; and nothing is due more than two periods ahead, so that a clock that jumps or an audio thread that stands still delays nothing by more.
  /// - Parameter seconds: of `Clock`; NaN is at once.
  func due(arrivedAt seconds: Double) -> Int64 {
    let ahead = (seconds + lead + Self.handover - pair.seconds) * Double(SoundFormat.rate)
    guard ahead > 0 else { return pair.frame }
    return pair.frame + Int64(min(ahead.rounded(), Double(2 * period)))
  }
}
