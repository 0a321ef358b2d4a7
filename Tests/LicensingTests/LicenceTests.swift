import Foundation
import GestureFlowAPI
import Licensing
import TestSupport
import Testing

/// Tests of the validity of signed licences, with reasons for invalid ones.
@Suite struct LicenceTests {
  private let serial = "10000000abcdef01"

  @Test func `a matching licence counts`() throws {
    let data = try Maker.signed().data
    #expect(try Maker.refusal(of: data) == nil)
    #expect(try Maker.refusal(of: data, serial: "10000000ABCDEF01") == nil)
    #expect(try Maker.refusal(of: Maker.signed { $0.serial = "*" }.data, serial: nil) == nil)
  }

  /// The reasons to reject a licence that a maker has signed.
  @Test func `each refusal is reported with its reason`() throws {
    let good = try Maker.signed().data
    let foreign = try LicenceKey(seed: [UInt8](repeating: 7, count: 32))
    let (issued, from, end) = (
      try Maker.date("2026-02-01T00:00:00Z"), try Maker.date("2026-03-01T00:00:00Z"), try Maker.date("2028-03-01T00:00:00Z")
    )
    func at(_ now: String) throws -> LicenceRefusal? { try Maker.refusal(of: good, at: now) }
    let foreignFile = try foreign.sign(Maker.licence()).data
    let renamed = String(decoding: foreignFile, as: UTF8.self).replacingOccurrences(of: foreign.id, with: "21fe31dfa154a261")
    let refusals: [(LicenceRefusal?, LicenceRefusal?)] = [
      (try Maker.refusal(of: foreignFile), .wrongKey(foreign.id, known: "21fe31dfa154a261")),
      (try Maker.refusal(of: Data(renamed.utf8)), .changed),
      (try Maker.refusal(of: Maker.signed { $0.features = ["choir"] }.data), .notPro(["choir"])),
      (try Maker.refusal(of: good, serial: "10000000abcdef02"), .otherSerial(serial, box: "10000000abcdef02")),
      (try Maker.refusal(of: good, serial: nil), .noSerial(serial)),
      (try at("2026-01-31T23:59:59Z"), .clockBehind(issued: issued, now: issued.seconds - 1)),
      (try at("2026-02-28T23:59:59Z"), .notYetValid(from: from, now: from.seconds - 1)), (try at("2026-03-01T00:00:00Z"), nil),
      (try at("2028-02-29T23:59:59Z"), nil), (try at("2028-03-01T00:00:00Z"), .expired(end, now: end.seconds)),
    ]
    for (got, wanted) in refusals { #expect(got == wanted) }
    let passing = refusals.compactMap(\.0).filter(\.mayPass)
    #expect(passing.map(\.lasting) == ["clockBehind", "notYetValid"])
    // A Pi with its clock in 1970.
    let early = try Maker.licence().refusal(serial: serial, now: 0)
    #expect(early?.description.contains("the box's clock is at before the year 2000") == true)
  }

  @Test func `every sentence is its own and says what to do`() throws {
    let date = try Maker.date("2026-02-01T00:00:00Z")
    let all: [LicenceRefusal] = [
      .missing, .unreadable("no reason"), .notAFile, .tooLarge(1), .empty, .notText, .cutShort, .notJSON, .notALicence, .missingKey("a"),
      .wrongValue("a", "b"), .wrongKey("a", known: ""), .changed, .newerVersion(2), .badlyMade("a"), .notPro(["a"]),
      .otherSerial("a", box: "b"),
      .noSerial("a"), .clockBehind(issued: date, now: 0), .notYetValid(from: date, now: 0), .expired(date, now: 0),
    ]
    #expect(Set(all.map(\.description)).count == all.count && Set(all.map(\.lasting)).count == all.count)
    #expect(all.allSatisfy { $0.description.contains(": ") }, "what is wrong, and what to do")
    let hostile = LicenceRefusal.wrongKey("a\u{1B}[2J\n", known: "").description
    #expect(!hostile.contains { $0 == "\u{1B}" || $0 == "\n" }, "a stranger has written it")
  }

  /// A file gives back exactly the licence that was signed.
  @Test func `any licence goes round`() throws {
    var random = SplitMix(13)
    let letters = ["a", "Z", "0", "\"", "\\", "é", "手", "👋", "/", " ", "\u{0301}", "{", "}", ","]
    func text(_ most: Int) -> String {
      (0...Int(random.next() % UInt64(most))).map { _ in letters[Int(random.next() % UInt64(letters.count))] }.joined()
    }
    func date() throws -> LicenceDate { try #require(LicenceDate(seconds: 946_684_800 + Int64(random.next() % 8_000_000_000))) }
    let (key, keys) = (try Maker.key(), try Maker.keys())
    for round in 0..<200 {
      var licence = Licence(
        id: "n-\(round)", holder: "x" + text(60), serial: round % 3 == 0 ? "*" : "S\(random.next())", issued: try date())
      if random.next() % 2 == 0 {
        licence.expires = LicenceDate(seconds: licence.issued.seconds + 1 + Int64(random.next() % 1_000_000_000))
      }
      if random.next() % 2 == 0 { licence.features.append("more-\(random.next() % 100)") }
      let read = try LicenceFile(key.sign(licence).data).licence(keys)
      #expect(read == licence && read.holder.unicodeScalars.elementsEqual(licence.holder.unicodeScalars))
      #expect(read.refusal(serial: licence.serial, now: licence.issued.seconds) == nil)
    }
  }

  @Test func `fields out of their range are not signed`() throws {
    let changes: [(String, (inout Licence) -> Void)] = [
      ("id", { $0.id = "a b" }), ("id", { $0.id = String(repeating: "a", count: 65) }), ("id", { $0.id = "\u{212A}" }),
      ("holder", { $0.holder = "two\nlines" }), ("holder", { $0.holder = String(repeating: "a", count: 201) }),
      ("serial", { $0.serial = "" }),
      ("features", { $0.features = [] }), ("features", { $0.features = ["pro", "pro"] }), ("features", { $0.features = ["Pro"] }),
      ("expires", { $0.expires = $0.notBefore }),
    ]
    for (field, change) in changes {
      let fault = #expect(throws: Failure.self) { _ = try Maker.signed(change) }
      #expect(fault?.description.hasPrefix("'\(field)' must be ") == true, "\(field)")
    }
  }

  @Test func `the longer one is preferred whatever the order`() throws {
    let base = try Maker.licence()
    var (endless, later, earlier, other) = (base, base, base, base)
    endless.expires = nil
    later.issued = try Maker.date("2026-02-02T00:00:00Z")
    earlier.expires = try Maker.date("2027-03-01T00:00:00Z")
    other.id = "2026-0002"
    let order = [endless, later, base, other, earlier]
    for (i, a) in order.enumerated() {
      for (j, b) in order.enumerated() { #expect(a.isPreferred(to: b) == (i < j), "\(i) \(j)") }
    }
  }
}
