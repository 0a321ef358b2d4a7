import Realtime

/// Counts that measure the tracker's quality.
public struct TrackQuality: Sendable, Equatable, BitwiseCopyable {
  /// Number of new identities.
  public var acquisitions = 0
  /// Number of times a followed hand was lost.
  public var losses = 0
  /// Number of second detections of one hand that were dropped.
  public var duplicatesDropped = 0
  /// Number of frames in which the model contradicted the decided side.
  public var flipsResisted = 0
  /// Number of times a hand's landmarks were kept without a run. Its region had not changed.
  public var looksSpared = 0
  /// Number of palm searches, including those on their own thread.
  public var palmRuns = 0
  /// Counts of zero.
  public init() {}
}

/// Durations of the stages.
public final class TrackTimings: Sendable {
  /// A whole frame.
  public let whole = Durations()
  /// The palm searches within a frame.
  public let palm = Durations()
  /// The landmark runs for all hands of a frame.
  public let landmark = Durations()
  /// Timings without samples.
  package init() {}
}
