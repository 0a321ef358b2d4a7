/// A message for the owner.
public struct Notice: Codable, Sendable, Equatable {
  /// Time in seconds since the start. A repeated notice has the time of its last occurrence.
  public var atSeconds: Double
  /// The message, one line.
  public var text: String
  /// Number of occurrences, 1 or more. Notices that differ only in their figures count as the same.
  public var count: Int
  /// Creates an instance from its fields.
  public init(atSeconds: Double, text: String, count: Int = 1) {
    self.atSeconds = atSeconds
    self.text = text
    self.count = count
  }

  /// Decodes a notice. A missing `count` means 1.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    atSeconds = try fields.decode(Double.self, forKey: .atSeconds)
    text = try fields.decode(String.self, forKey: .text)
    count = try fields.decodeIfPresent(Int.self, forKey: .count) ?? 1
  }
}
