/// What finds hands in pictures, and how long it takes.
public struct TrackerStatus: Codable, Sendable {
  /// `exact`, `full` or `lite`; empty when there is no tracker.
  public var model: String
  /// Why this model; nil without a tracker.
  public var modelReason: String?
  /// What is left out because the machine is too slow for all of it; nil when nothing is.
  public var saving: String?
  /// Hands that are seen now.
  public var hands: [HandStatus]
  /// Decoding of the picture, in ms.
  public var decodeMs: Quantiles
  /// Palm search, in ms.
  public var palmMs: Quantiles
  /// Landmarks of all hands, in ms.
  public var landmarkMs: Quantiles
  /// Gestures, in ms.
  public var gestureMs: Quantiles
  /// The whole from frame to hands, in ms.
  public var wholeMs: Quantiles
  /// From a frame's capture to its control values' arrival in the audio callback.
  public var captureToParameterMs: Quantiles
  /// Times a hand's landmarks were kept because nothing in its region had changed; nil without a tracker.
  public var looksSpared: Int?
  /// Palm searches so far.
  public var palmRuns: Int
  /// Hands found so far.
  public var acquisitions: Int
  /// Hands lost so far.
  public var losses: Int
  /// Second sightings of one hand that were dropped.
  public var duplicatesDropped: Int
  /// Changes of a hand's side that were not believed.
  public var flipsResisted: Int
  /// Times two hands of one side met, so that one had to be chosen to play; nil without a tracker.
  public var sideConflicts: Int?
  /// Out of its fields, as they are described here.
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
