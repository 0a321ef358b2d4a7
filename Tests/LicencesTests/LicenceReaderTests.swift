import Foundation
import Licences
import TestSupport
import Testing

/// Files that are no licence are refused, each with its own sentence.
@Suite struct LicenceReaderTests {
  private func text() throws -> String { String(decoding: try Maker.signed().file, as: UTF8.self) }
  private func fault(_ text: String) -> LicenceFault? { Maker.fault(Data(text.utf8)) }

  @Test func whatWasWrittenIsRead() throws {
    let signed = try Maker.signed { $0.holder = "Zoë \"die\\Hand\" Łódź 手" }
    let read = try LicenceReader.read(signed.file)
    #expect(read == signed)
    // A byte order mark, other blanks, another order and escapes mean the same.
    let other =
      "\u{FEFF}"
      + String(decoding: signed.file, as: UTF8.self).replacingOccurrences(of: "\n", with: "\r\n\t")
      .replacingOccurrences(of: "手", with: "\\u624B").replacingOccurrences(of: "Łó", with: "\\u0141\\u00f3")
    let same = try LicenceReader.read(Data(other.utf8))
    #expect(same == signed)
    let wide = try Maker.signed { $0.holder = "👋" }
    let pair = try LicenceReader.read(
      Data(String(decoding: wide.file, as: UTF8.self).replacingOccurrences(of: "👋", with: "\\ud83d\\udc4b").utf8))
    #expect(pair == wide)
  }

  @Test func eachMistakeHasItsOwnSentence() throws {
    let good = try text()
    func changed(_ from: String, _ to: String) -> LicenceFault? { fault(good.replacingOccurrences(of: from, with: to)) }
    let faults: [(LicenceFault?, LicenceFault)] = [
      (fault(""), .empty), (fault(" \r\n\t"), .empty),
      (Maker.fault(Data(good.utf8.prefix(20)) + [0xFF] + good.utf8.dropFirst(20)), .notText(at: 20)),
      (fault("licence"), .notJSON(line: 1, "an object begins with {")),
      (changed("\"id\":", "\"id\""), .notJSON(line: 6, "a colon is missing")),
      (changed("\"version\": 1", "\"version\": {}"), .notJSON(line: 12, "a text, a number or a list of texts is expected")),
      (fault(good + "x"), .notJSON(line: 14, "something follows the object")),
      (changed("Ada", "A\tda"), .notJSON(line: 5, "a control character stands in a text")),
      (changed("Ada", "\\ud800"), .notJSON(line: 5, "half a character stands in a text")),
      (changed("Ada", "\\x"), .notJSON(line: 5, "there is no such escape in a text")),
      (changed("Ada", "\\u00G0"), .notJSON(line: 5, "\\u takes four hexadecimal digits")),
      (changed("\"version\": 1", "\"version\": 1, \"version\": 1"), .twice("version")),
      (changed("\"version\": 1", "\"version\": 1, \"tier\": \"pro\""), .unknownKey("tier")),
      (changed("\"id\": \"2026-0001\",", ""), .missingKey("id")),
      (changed("\"2026-0001\"", "7"), .wrongValue("id", "a text")),
      (changed("Beispiel", "\\n"), .wrongValue("holder", "1 to 200 characters on one line")),
      (
        changed("[\"pro\"]", "[]"),
        .wrongValue("features", "1 to 16 different words of small letters, digits and hyphens, such as \"pro\"")
      ),
      (changed("[\"pro\"]", "\"pro\""), .wrongValue("features", "a list such as [\"pro\"]")),
      (changed("2026-02-01T", "2026-02-30T"), .wrongValue("issued", "a moment such as \"2026-11-30T12:00:00Z\"")),
      (changed("2028-03", "2026-03"), .wrongValue("expires", "a moment after issued and notBefore")),
      (changed("\"key\": \"21fe", "\"key\": \"21FE"), .wrongValue("key", "16 hexadecimal digits in small letters")),
      (changed("\"signature\": \"", "\"signature\": \"0"), .wrongValue("signature", "128 hexadecimal digits in small letters")),
      (changed("gestureflow-licence", "other"), .notALicence), (fault("{}"), .notALicence),
      (changed("\"version\": 1", "\"version\": 2"), .newerVersion("2")),
    ]
    for (got, wanted) in faults { #expect(got == wanted) }
  }

  /// Half written by a power cut, wherever it was.
  @Test func whatEndsInTheMiddleIsToldSo() throws {
    let good = Array(try Maker.signed { $0.holder = "Ada Łódź" }.file)
    for length in 1..<good.count - 2 {
      let fault = Maker.fault(Data(good.prefix(length)))
      switch fault {
      case .cutShort: break
      // In the middle of a letter.
      case .notText(let at): #expect(at < length && good[at] >= 0x80, "\(length)")
      default: Issue.record("\(length) bytes: \(fault.map { "\($0)" } ?? "read")")
      }
    }
    #expect(Maker.fault(Data(good.prefix(good.count - 1))) == nil, "without its last line end it is whole")
  }

  @Test func tenMegabytesAreNotRead() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("big.licence").path
      // A file of holes: it takes no room, and were it read, it would be no text.
      let isMade = FileManager.default.createFile(atPath: path, contents: nil) && truncate(path, 10 << 20) == 0
      #expect(isMade)
      func fault(_ path: String, followsLinks: Bool = true) -> LicenceFault? {
        do throws(LicenceFault) { _ = try LicenceFile.read(path, followsLinks: followsLinks) } catch { return error }
        return nil
      }
      #expect(fault(path) == .tooLarge(10 << 20))
      #expect(fault(folder.path) == .notAFile && fault(path + "x") == .missing && fault(path + "/x") == .missing)
      let pipe = folder.appendingPathComponent("pipe.licence").path
      #expect(mkfifo(pipe, 0o600) == 0 && fault(pipe) == .notAFile, "nobody waits for who writes into it")
      let real = folder.appendingPathComponent("real.licence")
      try Maker.signed().file.write(to: real)
      let link = folder.appendingPathComponent("link.licence").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real.path)
      #expect(fault(link) == nil && fault(link, followsLinks: false) == .notAFile)
      #expect(Maker.fault(Data(repeating: 0x20, count: LicenceReader.mostBytes + 1)) == .tooLarge(Int64(LicenceReader.mostBytes + 1)))
    }
  }

  @Test func everySentenceIsItsOwnAndSaysWhatToDo() {
    let all: [LicenceFault] = [
      .missing, .unreadable("no reason"), .notAFile, .tooLarge(1), .empty, .notText(at: 0), .cutShort, .notJSON(line: 1, "x"), .twice("a"),
      .unknownKey("a"), .missingKey("a"), .wrongValue("a", "b"), .notALicence, .newerVersion("2"),
    ]
    #expect(Set(all.map(\.description)).count == all.count)
    #expect(!LicenceFault.unknownKey("a\u{1B}[2J\n").description.contains { $0 == "\u{1B}" || $0 == "\n" }, "a stranger has written it")
  }
}
