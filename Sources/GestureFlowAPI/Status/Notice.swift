/// Something the owner should know.
public struct Notice: Codable, Sendable, Equatable {
  /// Seconds since the start; of one that came more than once the last time.
  public var atSeconds: Double
  /// One line.
  public var text: String
  /// How often it came, 1 or more; a notice that differs in its figures alone is the same.
  public var count: Int
  /// Out of its fields, as they are described here.
  public init(atSeconds: Double, text: String, count: Int = 1) {
    self.atSeconds = atSeconds
    self.text = text
    self.count = count
  }

  /// A service of before counts none.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    atSeconds = try fields.decode(Double.self, forKey: .atSeconds)
    text = try fields.decode(String.self, forKey: .text)
    count = try fields.decodeIfPresent(Int.self, forKey: .count) ?? 1
  }
}
