import Foundation
import Signatures
import Testing

/// Tests of digests and signatures with the published vectors.
@Suite struct SignaturesTests {
  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
  }

  /// FIPS 180-4's examples: empty, one block, two blocks.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
  ]) func `digests are those of the standard`(message: String, digest: String) {
    #expect(SHA256.text(Data(message.utf8)) == digest)
  }

  /// RFC 8032, section 7.1, test 2.
  @Test func `a signature is that of the standard`() throws {
    let seed = Self.bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    let key = try #require(Ed25519.PrivateKey(seed: seed))
    #expect(key.publicKey == Self.bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"))
    let signature = key.signature(for: Data([0x72]))
    #expect(
      Array(signature)
        == Self.bytes(
          "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ))
    #expect(Ed25519.isValid(signature, for: Data([0x72]), publicKey: key.publicKey))
  }

  @Test func `a changed bit in message, signature or key is refused`() throws {
    let key = Ed25519.PrivateKey()
    let message = Data("a licence".utf8)
    let signature = key.signature(for: message)
    #expect(Ed25519.isValid(signature, for: message, publicKey: key.publicKey))
    func changed(_ bytes: some Collection<UInt8>, at place: Int) -> [UInt8] {
      var copy = Array(bytes)
      copy[place] ^= 1
      return copy
    }
    for place in [0, 4, 8] {
      #expect(!Ed25519.isValid(signature, for: Data(changed(message, at: place)), publicKey: key.publicKey))
      #expect(!Ed25519.isValid(Data(changed(signature, at: 7 * place)), for: message, publicKey: key.publicKey))
      #expect(!Ed25519.isValid(signature, for: message, publicKey: changed(key.publicKey, at: 3 * place)))
    }
  }

  @Test func `keys and signatures of another length are refused`() {
    let key = Ed25519.PrivateKey()
    let signature = key.signature(for: Data())
    #expect(Ed25519.PrivateKey(seed: Array(key.seed.dropLast())) == nil)
    #expect(!Ed25519.isValid(signature.dropLast(), for: Data(), publicKey: key.publicKey))
    #expect(!Ed25519.isValid(signature + [0], for: Data(), publicKey: key.publicKey))
    #expect(!Ed25519.isValid(signature, for: Data(), publicKey: Array(key.publicKey.dropLast())))
    #expect(!Ed25519.isValid(Data(), for: Data(), publicKey: []))
  }
}
