import Foundation
import Licences
import TestSupport
import Testing

/// The test vectors of docs/licence.md are those of the code: whoever writes another program by that page writes the same bytes.
@Suite struct LicenceVectorTests {
  /// The page's code blocks of a kind, in their order.
  private func blocks(_ kind: String) throws -> [String] {
    let page = try String(contentsOf: Places.project.appendingPathComponent("docs/licence.md"), encoding: .utf8)
    return page.components(separatedBy: "```\(kind)\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
  }

  @Test func filesAndCanonicalBytesAreTheseToTheByte() throws {
    let (files, bytes) = (try blocks("json licence"), try blocks("text canonical"))
    #expect(files.count == 2 && bytes.count == 2)
    let keys = try PublicKeys(try #require(try blocks("text keys").first))
    #expect(keys.all.map(\.id) == [try Maker.key().id])
    for (file, canonical) in zip(files, bytes) {
      let signed = try LicenceReader.read(Data(file.utf8))
      #expect(String(decoding: CanonicalBytes.of(signed.licence, key: signed.key), as: UTF8.self) == canonical)
      #expect(try Maker.key().sign(signed.licence) == signed, "Ed25519 gives one signature for one text")
      #expect(String(decoding: signed.file, as: UTF8.self) == file + "\n")
      let box = LicenceJudge.Circumstances(keys: keys, serial: "10000000abcdef01", now: try Maker.date("2027-01-01T00:00:00Z").seconds)
      #expect(LicenceJudge.problem(of: signed, box) == nil)
    }
  }

  @Test func theSignatureIsThatOfRFC8032() throws {
    // Section 7.1, test 1: the public key of that seed.
    #expect(try Maker.key().publicLine(name: "x") == "ed25519 d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a x")
  }
}
