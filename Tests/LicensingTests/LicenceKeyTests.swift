import Foundation
import GestureFlowAPI
import Licensing
import TestSupport
import Testing

/// Tests of makers' private keys, and of the built-in public ones.
@Suite struct LicenceKeyTests {
  @Test func `a key is kept for its owner alone and never written over`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("maker.key").path
      let key = LicenceKey()
      try key.write(to: path)
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      let back = try LicenceKey(file: path)
      let licence = try Maker.licence()
      let (one, other) = (try back.sign(licence), try key.sign(licence))
      #expect(back.id == key.id && one == other)
      let again = #expect(throws: Failure.self) { try LicenceKey().write(to: path) }
      let still = try LicenceKey(file: path)
      #expect(again?.description.contains("exists already") == true && still.id == key.id)
      chmod(path, 0o640)
      let open = #expect(throws: Failure.self) { _ = try LicenceKey(file: path) }
      #expect(open?.description.contains("chmod 600") == true)
      chmod(path, 0o600)
      try Data("gestureflow-private-licence-key 12\n".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: Failure.self) { _ = try LicenceKey(file: path) }
      #expect(throws: Failure.self) { _ = try LicenceKey(file: folder.path) }
      #expect(throws: Failure.self) { _ = try LicenceKey(seed: [1, 2, 3]) }
    }
  }

  @Test func `a file of public keys has comments and names`() throws {
    let line = try Maker.key().publicLine(name: "a maker of boxes")
    let keys = try PublicKeys("# ours\n\n  \(line)\n\(LicenceKey().publicLine(name: ""))\n")
    #expect(keys.all.count == 2 && keys.all.first?.name == "a maker of boxes" && keys.all.first?.id == "21fe31dfa154a261")
    #expect(try PublicKeys("# none\n").isEmpty)
  }

  /// A file saved on Windows: a comment at its beginning must not hide the keys, or every box would be pro.
  @Test func `a file with carriage returns has the same keys`() throws {
    let line = try Maker.key().publicLine(name: "first")
    for end in ["\r\n", "\r"] {
      let keys = try PublicKeys(["# ours", line, "", LicenceKey().publicLine(name: "second"), ""].joined(separator: end))
      #expect(keys.all.map(\.name) == ["first", "second"])
      let fault = #expect(throws: Failure.self) { _ = try PublicKeys("# ours\(end)rsa 12\(end)") }
      #expect(fault?.reason.contains("line 2: ") == true)
    }
  }

  @Test func `a faulty file is reported with its line`() throws {
    let line = try Maker.key().publicLine(name: "x")
    for (text, number, word) in [
      ("# a\nrsa 12", 2, "begins with ed25519"), ("ed25519", 1, "64 hexadecimal digits"),
      ("\n\ned25519 12ab me", 3, "64 hexadecimal digits"),
      (line.uppercased().replacingOccurrences(of: "ED25519", with: "ed25519"), 1, "small letters"), ("\(line)\n\(line)", 2, "twice"),
    ] {
      let fault = #expect(throws: Failure.self) { _ = try PublicKeys(text) }
      #expect(
        fault?.reason.contains("line \(number): ") == true && fault?.reason.contains(word) == true, "\(text)")
    }
  }

  @Test func `the repository has no key`() throws {
    let file = try String(contentsOf: Places.project.appendingPathComponent("Sources/Licensing/public-keys.txt"), encoding: .utf8)
    #expect(try PublicKeys(file).isEmpty)
  }
}
