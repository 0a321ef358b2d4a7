import Crypto
import Foundation
import GestureFlowAPI

/// How a state stands in its file, and how files of earlier versions are read.
///
/// A file is one JSON object: `format`, `version`, `sha256` and, last, `state`. The checksum is taken over the bytes of `state` as they stand in the file, so that a key which
/// this program does not know, or writes otherwise, does not make a file damaged.
enum StateFormat {
  /// What this program writes. A key more is no new version; a key that means something else is.
  static let version = 2
  private static let name = "gestureflow-state"

  /// Why a file cannot be used.
  enum Fault: Error, Equatable {
    case damaged
    case wrongChecksum
    /// It is of a version that this program does not know.
    case version(Int)
  }

  private struct Head: Decodable {
    var format: String
    var version: Int
    var sha256: String
  }

  static func write(_ state: SavedState) throws -> Data {
    let body = try canonical(state)
    return Data("{\"format\":\"\(name)\",\"version\":\(version),\"sha256\":\"\(digest(body))\",\"state\":".utf8) + body + Data("}\n".utf8)
  }

  static func read(_ data: Data) -> Result<SavedState, Fault> {
    guard data.count < 1 << 20, let head = try? JSONDecoder().decode(Head.self, from: data), head.format == name else {
      return .failure(.damaged)
    }
    switch head.version {
    case 1: return FirstState.read(data, checksum: head.sha256)
    case 2:
      guard let body = bytes(in: data) else { return .failure(.damaged) }
      guard digest(body) == head.sha256 else { return .failure(.wrongChecksum) }
      guard let state = try? JSONDecoder().decode(SavedState.self, from: body) else { return .failure(.damaged) }
      return .success(state.inRange)
    default: return .failure(.version(head.version))
    }
  }

  /// The bytes of `state`: from behind its key, which the head's values cannot contain, to the object's last bracket.
  private static func bytes(in data: Data) -> Data? {
    guard let key = data.range(of: Data("\"state\":".utf8)), let end = data.lastIndex(of: UInt8(ascii: "}")), key.upperBound < end else {
      return nil
    }
    return Data(data[key.upperBound..<end])
  }

  static func canonical(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  static func digest(_ data: Data) -> String { SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined() }
}

/// The state as version 1 (GestureFlow 0.1.0) had it. It stays as it is for as long as such files are read: their checksum is over the canonical JSON of just these keys.
private struct FirstState: Codable {
  var mode: String
  var tier: String
  var stick: String?
  var track: String?
  var position: Double
  var volume: Double
  var speed: Double
  var pitchCents: Double
  var paused: Bool
  var output: String
  var autoPause: Bool?
  var serial: Int

  private struct Envelope: Decodable { var state: FirstState }

  static func read(_ data: Data, checksum: String) -> Result<SavedState, StateFormat.Fault> {
    guard let first = try? JSONDecoder().decode(Envelope.self, from: data).state else { return .failure(.damaged) }
    guard let bytes = try? StateFormat.canonical(first), StateFormat.digest(bytes) == checksum else { return .failure(.wrongChecksum) }
    return .success(first.migrated.inRange)
  }

  /// The same in the words of today. There was no tier to choose.
  private var migrated: SavedState {
    var state = SavedState()
    state.mode = Mode(rawValue: mode) ?? .player
    (state.stick, state.track, state.position) = (stick, track, position)
    (state.volume, state.speed, state.pitchCents) = (volume, speed, pitchCents)
    state.paused = paused
    state.output = Output(rawValue: output) ?? .audio
    state.autoPause = autoPause
    state.serial = serial
    return state
  }
}
