/// A moment of a licence: whole seconds in UTC, written `YYYY-MM-DDTHH:MM:SSZ` (RFC 3339 without fractions and other zones), years 2000...9999.
public struct LicenceDate: Sendable, Equatable, Comparable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let seconds: Int64

  private static let first: Int64 = 946_684_800
  private static let last: Int64 = 253_402_300_799

  /// Nil before the year 2000 and after 9999.
  public init?(seconds: Int64) {
    guard (Self.first...Self.last).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// Nil if the text is not exactly of that form, or there is no such day.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 else { return nil }
    let marks: [(Int, Character)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "Z")]
    for (at, mark) in marks where bytes[at] != mark.asciiValue { return nil }
    func number(_ from: Int, _ count: Int) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[from..<from + count] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2), let minute = number(14, 2),
      let second = number(17, 2), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year), hour < 24, minute < 60,
      second < 60
    else { return nil }
    self.init(seconds: Self.day(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second)
  }

  /// As it stands in a licence.
  public var description: String {
    let (year, month, day) = Self.civil(seconds / 86_400)
    let rest = seconds % 86_400
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }

  /// The day alone, for people.
  public var day: String { String(description.prefix(10)) }

  /// Earlier is less.
  public static func < (a: LicenceDate, b: LicenceDate) -> Bool { a.seconds < b.seconds }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days from 1970-01-01, for years from 1 on (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil).
  private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let ofEra = y - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  /// The same the other way (civil_from_days).
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let z = days + 719_468
    let era = z / 146_097
    let ofEra = z - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let m = (5 * ofYear + 2) / 153
    let month = m < 10 ? m + 3 : m - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * m + 2) / 5 + 1)
  }
}
