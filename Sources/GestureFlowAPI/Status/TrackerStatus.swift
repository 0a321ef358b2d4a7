/// State of the hand tracker and its timing.
public struct TrackerStatus: Codable, Sendable {
  /// Name of the model: `float`, `int8` or `lite`; empty without a tracker.
  public var model: String
  /// Reason for this model; nil without a tracker.
  public var modelReason: String?
  /// Work that is skipped because the machine is too slow. Nil if nothing is skipped.
  public var saving: String?
  /// Hands that are visible now.
  public var hands: [HandStatus]
  /// Time to decode a frame, in ms.
  public var decodeMs: Quantiles
  /// Time of the palm search, in ms.
  public var palmMs: Quantiles
  /// Time for the landmarks of all hands, in ms.
  public var landmarkMs: Quantiles
  /// Time to read gestures, in ms.
  public var gestureMs: Quantiles
  /// Total time from a frame to its hands, in ms.
  public var wholeMs: Quantiles
  /// From frame capture to control values in the audio callback, in ms.
  public var captureToParameterMs: Quantiles
  /// Number of landmark runs saved because a hand's region had not changed. Nil without a tracker.
  public var looksSpared: Int?
  /// Number of palm searches so far.
  public var palmRuns: Int
  /// Number of hands found so far.
  public var acquisitions: Int
  /// Number of hands lost so far.
  public var losses: Int
  /// Number of duplicate detections of one hand that were dropped.
  public var duplicatesDropped: Int
  /// Number of rejected changes of a hand's side (left or right).
  public var flipsResisted: Int
  /// Number of conflicts between two hands of one side. The box chooses one of them to play. Nil without a tracker.
  public var sideConflicts: Int?
  /// Creates an instance from its fields.
  public init(
    model: String, hands: [HandStatus], decodeMs: Quantiles, palmMs: Quantiles, landmarkMs: Quantiles, gestureMs: Quantiles,
    wholeMs: Quantiles,
    captureToParameterMs: Quantiles, palmRuns: Int, acquisitions: Int, losses: Int, duplicatesDropped: Int, flipsResisted: Int
  ) {
    self.model = model
    self.hands = hands
    self.decodeMs = decodeMs
    self.palmMs = palmMs
    self.landmarkMs = landmarkMs
    self.gestureMs = gestureMs
    self.wholeMs = wholeMs
    self.captureToParameterMs = captureToParameterMs
    self.palmRuns = palmRuns
    self.acquisitions = acquisitions
    self.losses = losses
    self.duplicatesDropped = duplicatesDropped
    self.flipsResisted = flipsResisted
  }
}
