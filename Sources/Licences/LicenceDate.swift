import Foundation

/// A moment of a licence: whole seconds in UTC, years 2000...9999.
///
/// Its text is `YYYY-MM-DDTHH:MM:SSZ`: RFC 3339 without fractions and other zones.
public struct LicenceDate: Codable, Sendable, Equatable, Comparable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let seconds: Int64

  /// Nil before the year 2000 and after 9999.
  public init?(seconds: Int64) {
    guard (946_684_800...253_402_300_799).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// Nil if the text does not have exactly that form, or names a day that does not exist.
  public init?(_ text: String) {
    guard text.utf8.count == 20, let date = try? Date(text, strategy: .iso8601) else { return nil }
    self.init(seconds: Int64(date.timeIntervalSince1970))
    // The parser takes other forms, too, and 31 April for 1 May.
    guard description == text else { return nil }
  }

  /// Decodes the text. - Throws: `DecodingError` if it has another form.
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

  /// As it stands in a licence.
  public var description: String { Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601) }

  /// The day alone, for people.
  public var day: String { String(description.prefix(10)) }

  /// Earlier is less.
  public static func < (a: LicenceDate, b: LicenceDate) -> Bool { a.seconds < b.seconds }
}
