import Crypto
import Foundation

/// Keeps the state on disk: versioned, checksummed, replaced atomically, with the copy before.
public struct StateStore: Sendable {
  /// The envelope; the checksum is over the state's canonical JSON.
  private struct Envelope: Codable {
    var format = "gestureflow-state"
    var version = 1
    var sha256: String
    var state: SavedState
  }
  public static let version = 1

  public let folder: String
  private let calls: AtomicFile.Calls
  public var path: String { folder + "/state.json" }
  public var previous: String { folder + "/state.previous.json" }

  public init(_ folder: String, calls: AtomicFile.Calls = .system) {
    self.folder = folder
    self.calls = calls
  }

  private static func canonical(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  private static func digest(_ data: Data) -> String { SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined() }

  /// - Throws: `FileError`; what was on disk stays.
  public func save(_ state: SavedState) throws(FileError) {
    let data: Data
    do { data = try Self.canonical(Envelope(sha256: Self.digest(try Self.canonical(state)), state: state)) } catch {
      throw FileError(path: path, reason: "the state cannot be encoded (\(error))")
    }
    try AtomicFile.write(data, to: path, keepPrevious: previous, calls: calls)
  }

  /// What was saved last, and what to say about it: a damaged file is a notice, and the copy before or the defaults are used.
  public func load() -> (state: SavedState?, notice: String?) {
    let (now, problem) = read(path)
    if let now { return (now, nil) }
    let (before, _) = read(previous)
    if let before { return (before, problem.map { "\($0); going on with the copy before" }) }
    return (nil, problem.map { "\($0); going on with the defaults" })
  }

  private func read(_ path: String) -> (SavedState?, String?) {
    guard access(path, F_OK) == 0 else { return (nil, nil) }
    guard let data = FileManager.default.contents(atPath: path) else {
      return (nil, "the state \(path) cannot be read: check its access rights")
    }
    guard data.count < 1 << 20, let envelope = try? JSONDecoder().decode(Envelope.self, from: data) else {
      return (nil, "the state \(path) is damaged")
    }
    guard envelope.version == Self.version else {
      return (nil, "the state \(path) is of version \(envelope.version), and this is \(Self.version)")
    }
    guard let bytes = try? Self.canonical(envelope.state), Self.digest(bytes) == envelope.sha256 else {
      return (nil, "the state \(path) is damaged (its checksum is wrong)")
    }
    return (envelope.state.inRange, nil)
  }
}
