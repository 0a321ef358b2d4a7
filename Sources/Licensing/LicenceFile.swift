import Foundation
import GestureFlowAPI
import Signatures

/// A licence file. It is a JSON object with a payload, its signature and the key's ID.
///
/// The signature covers the bytes of the payload as they stand. Nothing in the payload is decoded before the
/// signature is verified.
public struct LicenceFile: Sendable, Equatable {
  /// Largest file in bytes.
  public static let mostBytes = 16 << 10

  /// All bytes of the file.
  public let data: Data
  /// ID of the key that signed it, see `PublicKeys`.
  let key: String
  /// The signed bytes: a `Licence` as JSON.
  let payload: Data
  /// The signature: Ed25519 (RFC 8032), 64 bytes.
  let signature: Data

  private struct Members: Codable {
    var format: String?
    var key: String?
    var payload: String?
    var signature: String?
    /// Only in files of the form without a payload.
    var version: Int?
  }

  /// Reads the text of a file without verifying the signature. `licence` does that.
  /// - Throws: `LicenceRefusal`.
  public init(_ data: Data) throws(LicenceRefusal) {
    guard data.count <= Self.mostBytes else { throw .tooLarge(Int64(data.count)) }
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText }
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    let members: Members
    do { members = try JSONDecoder().decode(Members.self, from: data) } catch {
      if let member = (error as? DecodingError)?.member { throw .wrongValue(member, member == "version" ? "a whole number" : "a text") }
      // The object is flat, so its end is the only closing brace.
      throw text.contains("{") && !text.contains("}") ? .cutShort : .notJSON
    }
    guard members.format == Licence.format else { throw .notALicence }
    guard let key = members.key else { throw .missingKey("key") }
    guard let signature = members.signature else { throw .missingKey("signature") }
    self.data = data
    self.key = key
    switch (members.payload, members.version) {
    case (let payload?, _):
      self.payload = try Self.decoded(payload, "payload")
      self.signature = try Self.decoded(signature, "signature")
    case (nil, Licence.version): (self.payload, self.signature) = try Self.withoutPayload(data, signature)
    case (nil, let version?): throw .newerVersion(version)
    case (nil, nil): throw .missingKey("payload")
    }
  }

  /// Creates the file of a signed payload.
  /// - Throws: `LicenceRefusal` if it is too large.
  init(key: String, payload: Data, signature: Data) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let members = Members(
      format: Licence.format, key: key, payload: payload.base64EncodedString(), signature: signature.base64EncodedString())
    try self.init(encoder.encode(members) + Data("\n".utf8))
  }

  /// Reads a file.
  /// - Parameters:
  ///   - path: its path.
  ///   - followsLinks: false for files on sticks, whose links may lead anywhere.
  /// - Throws: `LicenceRefusal`.
  public init(path: String, followsLinks: Bool = true) throws(LicenceRefusal) {
    try self.init(Self.bytes(of: path, followsLinks: followsLinks))
  }

  /// Verifies the signature and decodes the licence.
  /// - Parameter keys: the makers' keys that are trusted.
  /// - Throws: `LicenceRefusal`.
  public func licence(_ keys: PublicKeys) throws(LicenceRefusal) -> Licence {
    guard let key = keys.find(key) else { throw .wrongKey(key, known: keys.ids) }
    guard key.hasSigned(payload, signature) else { throw .changed }
    return try Licence(payload: payload)
  }

  /// Reads a small file. It checks the type and the size first, and does not block on a pipe or a device.
  /// - Throws: `LicenceRefusal`.
  public static func bytes(of path: String, followsLinks: Bool = true) throws(LicenceRefusal) -> Data {
    let file: (descriptor: Int32, status: stat)
    do throws(FileError) { file = try FileRead.openPlain(path, followsLinks: followsLinks) } catch {
      switch error.code ?? ELOOP {
      case ENOENT, ENOTDIR: throw .missing
      case ELOOP: throw .notAFile
      default: throw .unreadable(error.reason)
      }
    }
    defer { close(file.descriptor) }
    guard file.status.st_size <= mostBytes else { throw .tooLarge(Int64(file.status.st_size)) }
    var all = Data()
    var piece = [UInt8](repeating: 0, count: mostBytes)
    // The file may grow while it is read.
    while all.count <= mostBytes {
      let count = Glibc.read(file.descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
      if count == 0 { return all }
      all.append(contentsOf: piece[..<count])
    }
    throw .tooLarge(Int64(all.count))
  }

  /// Decodes a base64 text. The text form is unique, so a changed character always changes the bytes.
  private static func decoded(_ text: String, _ member: String) throws(LicenceRefusal) -> Data {
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
      throw .wrongValue(member, "base64 text (RFC 4648, section 4)")
    }
    return data
  }

  /// Reads a file without a payload. It has the members of the licence, and a `signature` over them. The signed bytes
  /// are the members as RFC 8785 writes them, sorted and without blanks.
  private static func withoutPayload(_ data: Data, _ signature: String) throws(LicenceRefusal) -> (payload: Data, signature: Data) {
    guard let signature = Hexadecimal.bytes(signature, count: 64) else {
      throw .wrongValue("signature", "128 hexadecimal digits in small letters")
    }
    var members = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    members["signature"] = nil
    guard let payload = try? JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes]) else {
      throw .notJSON
    }
    return (payload, Data(signature))
  }
}

extension DecodingError {
  /// Name of the missing or wrong member of the object. Nil if the text is not a JSON object.
  var member: String? {
    switch self {
    case .keyNotFound(let key, _): key.stringValue
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context.codingPath.first?.stringValue
    @unknown default: nil
    }
  }
}
