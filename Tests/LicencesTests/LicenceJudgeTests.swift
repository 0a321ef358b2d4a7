import Foundation
import Licences
import TestSupport
import Testing

/// Whether a licence counts, and why not.
@Suite struct LicenceJudgeTests {
  @Test func oneThatFitsCounts() throws {
    let signed = try Maker.signed()
    let here = try Maker.problem(of: signed)
    let capitals = try Maker.problem(of: signed, serial: "10000000ABCDEF01")
    let anywhere = try Maker.problem(of: Maker.signed { $0.serial = "*" }, serial: nil)
    #expect(here == nil && capitals == nil && anywhere == nil)
  }

  @Test func eachProblemHasItsOwnSentence() throws {
    let good = try Maker.signed()
    var (changed, foreign) = (good, good)
    changed.licence.holder = "Eve"
    foreign = try LicenceKey(seed: [UInt8](repeating: 7, count: 32)).sign(good.licence)
    var renamed = foreign
    renamed.key = good.key
    let problems: [(LicenceProblem?, String)] = [
      (try Maker.problem(of: foreign), "wrongKey"), (try Maker.problem(of: renamed), "changed"),
      (try Maker.problem(of: changed), "changed"),
      (try Maker.problem(of: Maker.signed { $0.features = ["choir"] }), "notPro"),
      (try Maker.problem(of: good, serial: "10000000abcdef02"), "otherSerial"), (try Maker.problem(of: good, serial: nil), "noSerial"),
      (try Maker.problem(of: good, at: "2026-01-31T23:59:59Z"), "clockBehind"),
      (try Maker.problem(of: good, at: "2026-02-28T23:59:59Z"), "notYetValid"),
      (try Maker.problem(of: good, at: "2026-03-01T00:00:00Z"), ""),
      (try Maker.problem(of: good, at: "2028-02-29T23:59:59Z"), ""), (try Maker.problem(of: good, at: "2028-03-01T00:00:00Z"), "expired"),
    ]
    for (problem, word) in problems { #expect(problem?.word ?? "" == word) }
    let texts = Set(problems.compactMap { $0.0?.description })
    #expect(texts.count == 8 && texts.allSatisfy { $0.contains(": ") }, "what is wrong, and what to do")
    #expect(problems.compactMap(\.0).filter(\.mayPass).map(\.word) == ["clockBehind", "notYetValid"])
    // A Pi whose clock stands in 1970.
    let early = LicenceJudge.problem(of: good, LicenceJudge.Circumstances(keys: try Maker.keys(), serial: "10000000abcdef01", now: 0))
    #expect(early?.description.contains("the box's clock is at before the year 2000") == true)
  }

  /// Every bit of the file, and every byte by another blank, digit or letter.
  @Test func everyChangedByteIsRefused() throws {
    let signed = try Maker.signed()
    let file = signed.file
    for index in file.indices {
      for byte in (0..<8).map({ file[index] ^ 1 << $0 }) + Array(" \t\n09azAZ\"\\".utf8) where byte != file[index] {
        var changed = file
        changed[index] = byte
        guard let read = try? LicenceReader.read(changed), try Maker.problem(of: read) == nil else { continue }
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A]
        #expect(
          read == signed && blanks.contains(byte) && blanks.contains(file[index]), "byte \(index) as \(byte): only blanks mean the same")
      }
    }
  }

  /// Whatever a licence says, what comes out of its file is what was signed, and nothing that differs from it counts.
  @Test func anyLicenceGoesRoundAndNoOtherHasItsSignature() throws {
    var random = SplitMix(13)
    let letters = ["a", "Z", "0", "\"", "\\", "é", "手", "👋", "/", " ", "\u{0301}", "{", ","]
    func text(_ most: Int) -> String {
      (0...Int(random.next() % UInt64(most))).map { _ in letters[Int(random.next() % UInt64(letters.count))] }.joined()
    }
    func date() throws -> LicenceDate { try #require(LicenceDate(seconds: 946_684_800 + Int64(random.next() % 8_000_000_000))) }
    for round in 0..<200 {
      var licence = Licence(
        id: "n-\(round)", holder: "x" + text(60), serial: round % 3 == 0 ? "*" : "S\(random.next())", issued: try date())
      if random.next() % 2 == 0 {
        licence.expires = LicenceDate(seconds: licence.issued.seconds + 1 + Int64(random.next() % 1_000_000_000))
      }
      if random.next() % 2 == 0 { licence.features.append("more-\(random.next() % 100)") }
      let signed = try Maker.key().sign(licence)
      let read = try LicenceReader.read(signed.file)
      #expect(read == signed && read.licence.holder.unicodeScalars.elementsEqual(licence.holder.unicodeScalars))
      let now = licence.issued.seconds
      func problem(_ signed: SignedLicence) throws -> LicenceProblem? {
        LicenceJudge.problem(of: signed, LicenceJudge.Circumstances(keys: try Maker.keys(), serial: licence.serial, now: now))
      }
      #expect(try problem(read) == nil)
      let changes: [(inout Licence) -> Void] = [
        { $0.holder += "." }, { $0.serial = "other" }, { $0.issued = LicenceDate(seconds: now + 1) ?? $0.issued }, { $0.id += "0" },
        { $0.expires = $0.expires == nil ? LicenceDate(seconds: now + 5) : nil }, { $0.notBefore = LicenceDate(seconds: now - 1) },
        { $0.features.append("choir") },
      ]
      for (index, change) in changes.enumerated() {
        var other = signed
        change(&other.licence)
        #expect(try problem(other) == .changed, "\(index)")
      }
    }
  }

  @Test func theLongerOneIsPreferredWhateverTheOrder() throws {
    let base = try Maker.licence()
    var (endless, later, earlier, other) = (base, base, base, base)
    endless.expires = nil
    later.issued = try Maker.date("2026-02-02T00:00:00Z")
    earlier.expires = try Maker.date("2027-03-01T00:00:00Z")
    other.id = "2026-0002"
    let order = [endless, later, base, other, earlier]
    for (i, a) in order.enumerated() {
      for (j, b) in order.enumerated() { #expect(LicenceJudge.prefers(a, to: b) == (i < j), "\(i) \(j)") }
    }
  }
}
