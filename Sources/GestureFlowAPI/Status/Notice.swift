/// Something the owner should know.
public struct Notice: Codable, Sendable, Equatable {
  /// Seconds since the start.
  public var atSeconds: Double
  /// One line.
  public var text: String
  /// Out of its fields, as they are described here.
  public init(atSeconds: Double, text: String) {
    self.atSeconds = atSeconds
    self.text = text
  }
}
