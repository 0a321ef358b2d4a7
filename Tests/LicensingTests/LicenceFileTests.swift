import Foundation
import Licensing
import TestSupport
import Testing

/// Tests of rejected licence files and their messages.
@Suite struct LicenceFileTests {
  private func text(_ file: LicenceFile) -> String { String(decoding: file.data, as: UTF8.self) }

  @Test func `a signed file is read`() throws {
    let licence = try Maker.licence()
    let file = try Maker.key().sign(licence)
    #expect(try LicenceFile(file.data) == file)
    #expect(try file.licence(Maker.keys()) == licence)
  }

  @Test func `a byte order mark, other blanks and another order mean the same`() throws {
    let file = try Maker.signed()
    let lines = text(file).split(separator: "\n").dropFirst().dropLast().map { $0.trimmingCharacters(in: [",", " "]) }
    #expect(lines.count == 4)
    let other = "\u{FEFF}{\r\n\t" + lines.reversed().joined(separator: ",\r\n\t") + ", \"note\": \"for Ada\"}\r\n"
    #expect(try LicenceFile(Data(other.utf8)).licence(Maker.keys()) == Maker.licence())
  }

  /// The errors before the licence itself is read. `LicenceTests` covers dates and serial.
  @Test func `each mistake has its own sentence`() throws {
    let good = text(try Maker.signed())
    func refusal(_ text: String) throws -> LicenceRefusal? { try Maker.refusal(of: Data(text.utf8)) }
    func changed(_ from: String, _ to: String) throws -> LicenceRefusal? {
      #expect(good.contains(from))
      return try refusal(good.replacingOccurrences(of: from, with: to))
    }
    func signed(_ payload: String) throws -> LicenceRefusal? {
      try Maker.refusal(of: Maker.key().sign(payload: Data(payload.utf8)).data)
    }
    let head = "{\"format\": \"gestureflow-licence\", \"version\": 1"
    let body = "\"id\": \"1\", \"holder\": \"Ada\", \"serial\": \"*\", \"issued\": \"2026-02-01T00:00:00Z\""
    let refusals: [(LicenceRefusal?, LicenceRefusal)] = [
      (try refusal(""), .empty), (try refusal(" \r\n\t"), .empty),
      (try Maker.refusal(of: Data(good.utf8.prefix(20)) + [0xFF] + good.utf8.dropFirst(20)), .notText),
      (try refusal("licence"), .notJSON), (try refusal("[]"), .notJSON), (try refusal(good + "x"), .notJSON),
      (try changed("\"key\" :", "\"key\" "), .notJSON), (try changed("gesture", "ge\tture"), .notJSON),
      (try refusal(String(good.prefix(100))), .cutShort),
      (try refusal(String(repeating: "[", count: LicenceFile.mostBytes)), .notJSON),
      (try refusal("{}"), .notALicence), (try changed("gestureflow-licence", "other"), .notALicence),
      (try changed("\"key\"", "\"keys\""), .missingKey("key")), (try changed("\"signature\"", "\"sign\""), .missingKey("signature")),
      (try changed("\"payload\"", "\"pay\""), .missingKey("payload")),
      (try changed("\"key\" : \"", "\"key\" : 7, \"x\" : \""), .wrongValue("key", "a text")),
      (try changed("\"payload\" : \"", "\"payload\" : \"?"), .wrongValue("payload", "base64 text (RFC 4648, section 4)")),
      (try changed("==\"\n}", "\"\n}"), .wrongValue("signature", "base64 text (RFC 4648, section 4)")),
      (try changed("21fe31dfa154a261", "21FE31dfa154a261"), .wrongKey("21FE31dfa154a261", known: "21fe31dfa154a261")),
      (try changed("\"payload\" : \"", "\"payload\" : \"aaaa"), .changed),
      (try changed("\"signature\" : \"", "\"signature\" : \"aaaa"), .changed),
      (try signed("music"), .notALicence), (try signed("{\"format\": \"another-product\", \"version\": 1}"), .notALicence),
      (try signed("{\"format\": \"gestureflow-licence\", \"version\": 2}"), .newerVersion(2)),
      (try refusal("{\"format\": \"gestureflow-licence\", \"version\": 3, \"key\": \"\", \"signature\": \"\"}"), .newerVersion(3)),
      (try signed("\(head), \(body)}"), .badlyMade("'features' is missing or has a wrong value")),
      (try signed("\(head), \(body), \"features\": \"pro\"}"), .badlyMade("'features' is missing or has a wrong value")),
      (
        try signed("\(head), \(body), \"features\": [\"pro\"], \"expires\": \"2027-02-30T00:00:00Z\"}"),
        .badlyMade("'expires' is missing or has a wrong value")
      ),
      (
        try signed("\(head), \(body), \"features\": [\"pro\"], \"expires\": \"2026-01-01T00:00:00Z\"}"),
        .badlyMade("'expires' must be a moment after issued and notBefore")
      ),
    ]
    for (got, wanted) in refusals { #expect(got == wanted) }
    #expect(try signed("\(head), \(body), \"features\": [\"pro\"]}") == nil, "the sample itself counts")
  }

  /// Changes every bit and every byte of the file.
  /// A byte becomes another blank, digit, letter or mark.
  /// A change may be accepted only if the content stays the same.
  @Test func `every changed byte is refused`() throws {
    let file = try Maker.signed()
    let (keys, licence) = (try Maker.keys(), try Maker.licence())
    var read = 0
    for index in file.data.indices {
      let flipped = (0..<8).map { file.data[index] ^ 1 << $0 }
      for byte in flipped + Array(" \t\n09azAZ\"\\,=+".utf8) where byte != file.data[index] {
        var changed = file.data
        changed[index] = byte
        guard let other = try? LicenceFile(changed), let said = try? other.licence(keys) else { continue }
        read += 1
        #expect(said == licence && !flipped.contains(byte), "byte \(index) as \(byte)")
      }
    }
    #expect((1...50).contains(read), "blanks between members")
  }

  /// A power cut may truncate the file anywhere.
  @Test func `a truncated file is reported as such`() throws {
    let good = try Maker.signed().data
    for length in 1..<good.count - 2 { #expect(try Maker.refusal(of: good.prefix(length)) == .cutShort, "\(length)") }
    #expect(try Maker.refusal(of: good.prefix(good.count - 1)) == nil, "without its last line end it is whole")
  }

  @Test func `ten megabytes, pipes and links on sticks are not read`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("big.licence").path
      // A sparse file: it takes no space on the disk, and its contents are not text.
      let isMade = FileManager.default.createFile(atPath: path, contents: nil) && truncate(path, 10 << 20) == 0
      #expect(isMade)
      func refusal(_ path: String, followsLinks: Bool = true) -> LicenceRefusal? {
        do throws(LicenceRefusal) { _ = try LicenceFile(path: path, followsLinks: followsLinks) } catch { return error }
        return nil
      }
      #expect(refusal(path) == .tooLarge(10 << 20))
      #expect(refusal(folder.path) == .notAFile && refusal(path + "x") == .missing && refusal(path + "/x") == .missing)
      let pipe = folder.appendingPathComponent("pipe.licence").path
      #expect(mkfifo(pipe, 0o600) == 0 && refusal(pipe) == .notAFile, "it does not wait for a writer")
      let real = folder.appendingPathComponent("real.licence")
      try Maker.signed().data.write(to: real)
      let link = folder.appendingPathComponent("link.licence").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real.path)
      #expect(refusal(link) == nil && refusal(link, followsLinks: false) == .notAFile)
      let most = LicenceFile.mostBytes
      #expect(try Maker.refusal(of: Data(repeating: 0x20, count: most + 1)) == .tooLarge(Int64(most + 1)))
      let padded = try Maker.signed().data
      #expect(try Maker.refusal(of: padded + Data(repeating: 0x0A, count: most - padded.count)) == nil)
    }
  }

  /// Signed files of the form without a payload.
  /// The second one needs escapes and has optional members.
  @Test func `files of the earlier form are read`() throws {
    let first = """
      {
        "features": ["pro"],
        "format": "gestureflow-licence",
        "holder": "Ada Beispiel",
        "id": "2026-0001",
        "issued": "2026-11-22T10:00:00Z",
        "key": "21fe31dfa154a261",
        "serial": "10000000abcdef01",
        "signature": "83de17aeb23bf23817ec474f9bfe55dd08978bb85467ccd71ac37eb3fbb00bd55b7989c5040b492d17444038c3c27c91caf2a17bcbeca982138af7363e874e0e",
        "version": 1
      }
      """
    let second = #"""
      {
        "expires": "2028-02-29T12:30:00Z",
        "features": ["pro","choir-2"],
        "format": "gestureflow-licence",
        "holder": "Zoë \"the \\ hand\" Łódź 手",
        "id": "test_2.b",
        "issued": "2026-02-28T23:59:59Z",
        "key": "21fe31dfa154a261",
        "notBefore": "2026-03-01T00:00:00Z",
        "serial": "*",
        "signature": "e7e7d3ff95a255266fcfd6722629ac524b0095a377e40111456e087f0fea539c4c5d1ad3f4d3591f7e0149ea42cec4e00ee125cbb22580fa6ca4cc282da4ac05",
        "version": 1
      }
      """#
    for text in [first, second, second.replacingOccurrences(of: "手", with: "\\u624B")] {
      #expect(try Maker.refusal(of: Data(text.utf8)) == nil, "\(text)")
    }
    let licence = try LicenceFile(Data(second.utf8)).licence(Maker.keys())
    #expect(licence.holder == "Zoë \"the \\ hand\" Łódź 手" && licence.expires == LicenceDate("2028-02-29T12:30:00Z"))
    let changes: [(String, String, LicenceRefusal)] = [
      ("Ada", "Eve", .changed), ("[\"pro\"]", "[\"pro\",\"choir\"]", .changed),
      ("\"version\": 1", "\"version\": 1, \"tier\": 1e999", .changed), ("\"version\": 1", "\"version\": 2", .newerVersion(2)),
      ("\"83de", "\"83DE", .wrongValue("signature", "128 hexadecimal digits in small letters")),
    ]
    for (from, to, refusal) in changes {
      #expect(try Maker.refusal(of: Data(first.replacingOccurrences(of: from, with: to).utf8)) == refusal, "\(to)")
    }
  }
}
