import Foundation
import Licensing
import TestSupport
import Testing

/// Tests of docs/design/licence.md's test vector against the code.
/// A program that follows that page makes valid files.
@Suite struct LicenceVectorTests {
  /// Returns the page's first code block of a kind.
  private func block(_ kind: String) throws -> String {
    let page = try String(contentsOf: Places.project.appendingPathComponent("docs/design/licence.md"), encoding: .utf8)
    let block = page.components(separatedBy: "```\(kind)\n").dropFirst().first?.components(separatedBy: "\n```").first
    return try #require(block)
  }

  @Test func `the page's payload and file are these to the byte`() throws {
    let keys = try PublicKeys(block("text keys"))
    #expect(keys.all.map(\.id) == [try Maker.key().id])
    let (file, payload) = (try block("json licence"), try block("json payload"))
    let licence = try LicenceFile(Data(file.utf8)).licence(keys)
    #expect(licence.refusal(serial: "10000000abcdef01", now: try Maker.date("2027-01-01T00:00:00Z").seconds) == nil)
    for signed in [try Maker.key().sign(payload: Data(payload.utf8)), try Maker.key().sign(licence)] {
      #expect(String(decoding: signed.data, as: UTF8.self) == file + "\n", "Ed25519 gives one signature for the same bytes")
    }
  }

  @Test func `the key is that of RFC 8032`() throws {
    // Section 7.1, test 1: the public key of that seed.
    #expect(try Maker.key().publicLine(name: "x") == "ed25519 d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a x")
  }
}
