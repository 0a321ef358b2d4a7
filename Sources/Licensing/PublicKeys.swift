import Foundation
import GestureFlowAPI
import Signatures

/// The makers' public keys that verify licences. The program uses the file that was compiled in.
public struct PublicKeys: Sendable {
  /// A public key.
  public struct Key: Sendable, Equatable {
    /// ID of the key, as 16 hexadecimal digits. They are the first eight bytes of the SHA-256 of its 32 bytes.
    public var id: String
    /// Name of the owner, for people; may be empty.
    public var name: String
    let bytes: [UInt8]
  }

  static let idBytes = 8
  /// ID of the test key. Its private half is printed in RFC 8032 and in docs/design/licence.md.
  private static let knownToAll = "21fe31dfa154a261"

  /// The keys in the order of the file.
  public let all: [Key]

  /// An empty set of keys. This build can verify nothing, and needs no licence.
  public static let none = PublicKeys(all: [])

  private init(all: [Key]) { self.all = all }

  /// Whether the set is empty.
  public var isEmpty: Bool { all.isEmpty }

  /// The IDs, separated by blanks.
  public var ids: String { all.map(\.id).joined(separator: " ") }

  /// Reads a file with one key per line. A line has `ed25519`, the 32 bytes as hexadecimal digits, and a name. Empty
  /// lines and lines that begin with `#` are comments.
  /// - Throws: `Failure` with the line.
  public init(_ text: String) throws(Failure) {
    var all: [Key] = []
    // Accept the line ends of any editor, as scripts/licence-keys.py does. Otherwise a comment could continue to the
    // end of the file and hide every key.
    let lines = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
    for (index, line) in lines.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
      guard let kind = words.first, !kind.hasPrefix("#") else { continue }
      func fault(_ reason: String) -> Failure { Self.fault(line: index + 1, reason) }
      guard kind == "ed25519" else { throw fault("a key begins with ed25519, and a comment with #") }
      guard words.count > 1, let bytes = Hexadecimal.bytes(String(words[1]), count: 32) else {
        throw fault("after ed25519 must come the public key, 64 hexadecimal digits in small letters")
      }
      let id = Self.id(bytes)
      guard !all.contains(where: { $0.id == id }) else { throw fault("the key \(id) appears twice") }
      all.append(Key(id: id, name: words.count > 2 ? String(words[2]) : "", bytes: bytes))
    }
    self.all = all
  }

  /// Returns the keys of this build.
  /// - Throws: `Failure` if the file that was compiled in is not valid.
  public static func compiled() throws(Failure) -> PublicKeys {
    guard let text = String(validating: PackageResources.public_keys_txt, as: UTF8.self) else {
      throw fault(line: 1, "it is not UTF-8 text")
    }
    let keys = try PublicKeys(text)
    guard keys.find(knownToAll) == nil else {
      throw fault(
        line: 1,
        "the key \(knownToAll) is that of the test vectors, whose private half is public: make one with gflab licence keygen")
    }
    return keys
  }

  /// - Parameter line: from 1.
  private static func fault(line: Int, _ reason: String) -> Failure {
    Failure("the file of public licence keys, line \(line): \(reason)")
  }

  func find(_ id: String) -> Key? { all.first { $0.id == id } }

  static func id(_ bytes: [UInt8]) -> String { Hexadecimal.text(SHA256.hash(bytes).prefix(idBytes)) }
}

extension PublicKeys.Key {
  /// Returns whether the signature was made with this key.
  func hasSigned(_ payload: Data, _ signature: Data) -> Bool {
    Ed25519.isValid(signature, for: payload, publicKey: bytes)
  }
}
