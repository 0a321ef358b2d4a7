import Foundation

/// A licence with its signature, as it stands in a file. Whether the signature is right says `LicenceJudge`.
public struct SignedLicence: Sendable, Equatable {
  /// What it says.
  public var licence: Licence
  /// Id of the key that it was signed with: 16 hexadecimal digits, see `PublicKeys`.
  public var key: String
  /// Ed25519 (RFC 8032), 64 bytes, over `CanonicalBytes`.
  public var signature: [UInt8]

  /// The file: JSON with a member a line.
  public var file: Data {
    let lines = CanonicalBytes.members(licence, key: key, signature: Hexadecimal.text(signature)).map { "  \"\($0.key)\": \($0.value)" }
    return Data(("{\n" + lines.joined(separator: ",\n") + "\n}\n").utf8)
  }
}

/// Bytes as text: two small digits a byte.
enum Hexadecimal {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Nil for capitals, too: a text has one form, so that no changed byte means the same.
  static func bytes(_ text: String, count: Int) -> [UInt8]? {
    let digits = text.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }
    guard text.utf8.count == 2 * count, digits.count == 2 * count else { return nil }
    return (0..<count).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
  }
}
