import Foundation
import Licensing
import TestSupport
import Testing

@Suite struct LicenceDateTests {
  @Test(
    arguments: [
      ("2000-01-01T00:00:00Z", 946_684_800), ("2024-02-29T00:00:00Z", 1_709_164_800), ("2026-11-22T21:48:24Z", 1_795_384_104),
      ("2100-02-28T23:59:59Z", 4_107_542_399), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Int64)])
  func `known moments are those of the system`(text: String, seconds: Int64) {
    #expect(LicenceDate(text)?.seconds == seconds && LicenceDate(seconds: seconds)?.description == text)
  }

  @Test func `every day of four hundred years goes round`() throws {
    for day in stride(from: Int64(946_684_800), to: 946_684_800 + 146_097 * 86_400, by: 86_400) {
      let date = try #require(LicenceDate(seconds: day + 86_399))
      #expect(LicenceDate(date.description) == date)
    }
  }

  @Test(arguments: [
    "", "2026-11-22", "2026-11-22T10:00:00", "2026-11-22T10:00:00+00:00", "2026-11-22 10:00:00Z", "2026-11-22T10:00:00.0Z",
    "1999-12-31T23:59:59Z",
    "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "+026-01-01T00:00:00Z", "2026-01-01t00:00:00z", "２026-01-01T00:00Z",
  ])
  func `other forms of a date are rejected`(text: String) { #expect(LicenceDate(text) == nil) }
}
