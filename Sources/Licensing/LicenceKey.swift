import Foundation
import GestureFlowAPI
import Signatures

/// A maker's private key, which signs licences. Keep it on the maker's machine, never on a box.
public struct LicenceKey: Sendable {
  private static let word = "gestureflow-private-licence-key"

  private let key: Ed25519.PrivateKey

  /// Creates a random key.
  public init() { key = Ed25519.PrivateKey() }

  /// - Parameter seed: the 32 bytes of the private key as in RFC 8032.
  /// - Throws: `Failure` for another length.
  public init(seed: [UInt8]) throws(Failure) {
    guard let key = Ed25519.PrivateKey(seed: seed) else { throw Failure("a private key has 32 bytes, not \(seed.count)") }
    self.key = key
  }

  /// Reads the file of a key.
  /// - Throws: `Failure`, also if users other than the owner may read the file.
  public init(file path: String) throws(Failure) {
    let notAKey = Failure("\(path): it is not a file made by gflab licence keygen")
    let file: (descriptor: Int32, status: stat)
    do throws(FileError) { file = try FileRead.openPlain(path, followsLinks: true) } catch {
      throw error.code == nil ? notAKey : Failure("\(path): it cannot be read (\(error.reason))")
    }
    defer { close(file.descriptor) }
    guard file.status.st_size < 1024 else { throw notAKey }
    guard file.status.st_mode & 0o077 == 0 else { throw Failure("\(path): others may read this key", remedy: "chmod 600 \(path)") }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(file.descriptor, &bytes, bytes.count)
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    let words = lines.first?.split(separator: " ") ?? []
    guard lines.count == 1, words.count == 2, words[0] == Self.word, let seed = Hexadecimal.bytes(String(words[1]), count: 32) else {
      throw notAKey
    }
    try self.init(seed: seed)
  }

  /// Returns the public half as a line for the key file.
  /// - Parameter name: name of the owner.
  public func publicLine(name: String) -> String { "ed25519 \(Hexadecimal.text(key.publicKey)) \(name)" }

  /// ID that licences use for this key.
  public var id: String { PublicKeys.id(key.publicKey) }

  /// Signs a licence.
  /// - Throws: `Failure` that names the field that is out of its range.
  public func sign(_ licence: Licence) throws -> LicenceFile {
    if let fault = licence.fault { throw Failure(fault) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try sign(payload: encoder.encode(licence))
  }

  /// Signs any bytes.
  package func sign(payload: Data) throws -> LicenceFile {
    try LicenceFile(key: id, payload: payload, signature: key.signature(for: payload))
  }

  /// Writes the key to a new file, readable only by its owner.
  /// - Throws: `Failure`; an existing file is never overwritten.
  public func write(to path: String) throws(Failure) {
    let text = """
      # The private key \(id). Anyone who has it can make licences: keep it away from boxes and repositories, and keep a copy.
      \(Self.word) \(Hexadecimal.text(key.seed))

      """
    try NewFile.write(Data(text.utf8), to: path, mode: 0o600)
  }
}

/// Writes files that do not exist yet.
public enum NewFile {
  /// - Throws: `Failure` if a file of that name exists. It also throws if the new file cannot be written completely.
  /// The incomplete file is deleted then.
  public static func write(_ data: Data, to path: String, mode: mode_t) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      let why = errno == EEXIST ? "it exists already: name another file" : String(cString: strerror(errno))
      throw Failure("\(path): \(why)")
    }
    defer { close(descriptor) }
    let isWhole = data.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == data.count && fsync(descriptor) == 0
    guard isWhole else {
      let why = String(cString: strerror(errno))
      unlink(path)
      throw Failure("\(path): it cannot be written whole (\(why))")
    }
  }
}
