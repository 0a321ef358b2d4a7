import Foundation

/// A time in a licence: whole seconds in UTC, years 2000...9999.
///
/// Its text is `YYYY-MM-DDTHH:MM:SSZ`: RFC 3339 without fractions and without other zones.
public struct LicenceDate: Codable, Sendable, Equatable, Comparable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let seconds: Int64

  /// Creates a date; nil before the year 2000 and after 9999.
  public init?(seconds: Int64) {
    guard (946_684_800...253_402_300_799).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// Creates a date from its text. The result is nil if the text does not have exactly that form, or names a day that
  /// does not exist.
  public init?(_ text: String) {
    guard text.utf8.count == 20, let date = try? Date(text, strategy: .iso8601) else { return nil }
    self.init(seconds: Int64(date.timeIntervalSince1970))
    // The parser accepts other forms, and reads 31 April as 1 May.
    guard description == text else { return nil }
  }

  /// Decodes the text.
  /// - Throws: `DecodingError` if it has another form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = LicenceDate(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a moment such as 2026-11-30T12:00:00Z")
    }
    self = date
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// The text as it stands in a licence.
  public var description: String { Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601) }

  /// The day alone, for messages.
  public var day: String { String(description.prefix(10)) }

  /// Orders dates by time.
  public static func < (a: LicenceDate, b: LicenceDate) -> Bool { a.seconds < b.seconds }
}
