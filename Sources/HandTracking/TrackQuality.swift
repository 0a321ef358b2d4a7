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
  /// Palm searches within a frame.
  public var palmRuns = 0
  public init() {}
}

/// How long the stages take.
public final class TrackTimings: @unchecked Sendable {
  public let whole = Durations()
  public let palm = Durations()
  public let landmark = Durations()
  init() {}
}
