import Realtime

/// Counts by which the tracker is judged.
public struct TrackQuality: Sendable, Equatable {
  /// New identities given.
  public var acquisitions = 0
  /// Times a followed hand was lost.
  public var losses = 0
  /// Second detections of one hand that were dropped.
  public var duplicatesDropped = 0
  /// Frames on which the model's handedness disagreed with the locked one.
  public var flipsResisted = 0
  /// Times a hand's landmarks were kept because nothing in its region had changed.
  public var looksSpared = 0
  /// Palm searches, those on a thread of their own included.
  public var palmRuns = 0
  /// Nothing counted yet.
  public init() {}
}

/// How long the stages take.
public final class TrackTimings: Sendable {
  /// A frame from beginning to end.
  public let whole = Durations()
  /// The palm searches within a frame.
  public let palm = Durations()
  /// The looks at all hands of a frame.
  public let landmark = Durations()
  /// Nothing was timed yet.
  package init() {}
}
