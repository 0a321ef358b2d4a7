import Foundation
import Licensing

/// A maker with a published private key (RFC 8032, section 7.1, test 1).
/// It signs the licences of the tests.
enum Maker {
  static let seed: [UInt8] = [
    0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4, 0x44, 0x49, 0xc5, 0x69, 0x7b, 0x32,
    0x69,
    0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60,
  ]

  static func key() throws -> LicenceKey { try LicenceKey(seed: seed) }
  static func keys() throws -> PublicKeys { try PublicKeys(try key().publicLine(name: "RFC 8032, test 1")) }
  static func date(_ text: String) throws -> LicenceDate {
    struct NoDate: Error {}
    guard let date = LicenceDate(text) else { throw NoDate() }
    return date
  }

  /// Returns a licence for box `10000000abcdef01`, March 2026 to March 2028.
  static func licence() throws -> Licence {
    Licence(
      id: "2026-0001", holder: "Ada Beispiel", serial: "10000000abcdef01", issued: try date("2026-02-01T00:00:00Z"),
      notBefore: try date("2026-03-01T00:00:00Z"), expires: try date("2028-03-01T00:00:00Z"))
  }

  static func signed(_ change: (inout Licence) -> Void = { _ in }) throws -> LicenceFile {
    var licence = try licence()
    change(&licence)
    return try key().sign(licence)
  }

  /// Returns the reason why a file's licence is invalid on a box; nil if it is valid.
  static func refusal(of data: Data, serial: String? = "10000000abcdef01", at now: String = "2027-01-01T00:00:00Z") throws
    -> LicenceRefusal?
  {
    let (keys, now) = (try keys(), try date(now).seconds)
    do throws(LicenceRefusal) {
      return try LicenceFile(data).licence(keys).refusal(serial: serial, now: now)
    } catch { return error }
  }
}
