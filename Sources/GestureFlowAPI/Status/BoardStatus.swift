/// The board on which the box runs, and its default settings.
public struct BoardStatus: Codable, Sendable, Equatable {
  /// Name from the firmware. An example is `Raspberry Pi 4 Model B Rev 1.4`.
  public var name: String
  /// Highest clock rate of the processor in MHz. Nil if the kernel does not tell it.
  public var megahertz: Int?
  /// Frame rate requested from the camera, in frames per second.
  public var cameraRate: Double
  /// Reason for this frame rate.
  public var cameraRateReason: String
  /// Greatest number of palm searches per second while no hand is tracked. Nil: as many as are needed, or as the
  /// tracker has time for.
  public var searches: Double?
  /// Settings that are too much for the board. This is the estimate in docs/benchmarks.md, not a measurement.
  public var misfits: [BoardMisfit]

  /// Creates an instance from its fields.
  public init(
    name: String, megahertz: Int? = nil, cameraRate: Double, cameraRateReason: String, searches: Double? = nil, misfits: [BoardMisfit] = []
  ) {
    self.name = name
    self.megahertz = megahertz
    self.cameraRate = cameraRate
    self.cameraRateReason = cameraRateReason
    self.searches = searches
    self.misfits = misfits
  }
}

/// A setting that is too much for the board.
public struct BoardMisfit: Codable, Sendable, Equatable {
  /// The reason, with figures.
  public var reason: String
  /// The remedy.
  public var remedy: String

  /// - Parameters: - reason: what does not fit. - remedy: what to do.
  public init(reason: String, remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }
}
