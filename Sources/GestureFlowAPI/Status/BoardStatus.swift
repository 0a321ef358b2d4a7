/// The board that the box runs on, and what the box takes by itself there.
public struct BoardStatus: Codable, Sendable, Equatable {
  /// As its firmware calls it, such as `Raspberry Pi 4 Model B Rev 1.4`.
  public var name: String
  /// Highest clock of its processor; nil where the kernel does not tell.
  public var megahertz: Int?
  /// Frames a second that are asked of the camera.
  public var cameraRate: Double
  /// Why so many.
  public var cameraRateReason: String
  /// Palm searches a second at most while no hand is tracked; nil: as many as are wanted, or as the tracker finds time for.
  public var searches: Double?
  /// What is set and is, by the estimate in docs/benchmarks.md, too much for the board; nothing was measured.
  public var misfits: [BoardMisfit]

  /// Out of its fields, as they are described here.
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

/// Something that is too much for the board.
public struct BoardMisfit: Codable, Sendable, Equatable {
  /// What does not fit, in figures.
  public var reason: String
  /// What to do.
  public var remedy: String

  /// - Parameters: - reason: what does not fit. - remedy: what to do.
  public init(reason: String, remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }
}
