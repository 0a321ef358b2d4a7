import Foundation
import GestureFlowAPI
import Signatures

/// The format of a state file. It also reads files of version 1.
///
/// A file is one JSON object: `format`, `version`, `sha256` and, last, `state`. The checksum covers the bytes of
/// `state` as they are in the file. So a key that this program does not know, or writes in another form, does not
/// damage a file.
package enum StateFormat {
  /// Version that this program writes. A new key does not need a new version; a new meaning of a key does.
  static let version = 2
  private static let name = FileFormat.state

  /// The reason why a file cannot be used.
  enum Reading: Equatable {
    /// The state, and the version of its file.
    case state(SavedState, version: Int)
    case damaged
    case wrongChecksum
    /// The version of the file is unknown to this program.
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

  static func read(_ data: Data) -> Reading {
    guard data.count < 1 << 20, let head = try? JSONDecoder().decode(Head.self, from: data), head.format == name else {
      return .damaged
    }
    switch head.version {
    case 1: return FirstState.read(data, checksum: head.sha256)
    case 2:
      guard let body = bytes(in: data) else { return .damaged }
      guard digest(body) == head.sha256 else { return .wrongChecksum }
      guard let state = try? JSONDecoder().decode(SavedState.self, from: body) else { return .damaged }
      return .state(state.inRange, version: head.version)
    default: return .version(head.version)
    }
  }

  /// Returns the bytes of `state`. They begin after its key, which the values of the head cannot contain, and end
  /// before the last bracket.
  private static func bytes(in data: Data) -> Data? {
    guard let key = data.range(of: Data("\"state\":".utf8)), let end = data.lastIndex(of: UInt8(ascii: "}")), key.upperBound < end else {
      return nil
    }
    return Data(data[key.upperBound..<end])
  }

  /// Returns the JSON of a value, with sorted keys.
  package static func canonical(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  static func digest(_ data: Data) -> String { SHA256.text(data) }
}

/// The state in files of version 1 (GestureFlow 0.1.0). It must not change while such files are read: their checksum
/// is over the canonical JSON of exactly these keys.
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

  static func read(_ data: Data, checksum: String) -> StateFormat.Reading {
    guard let first = try? JSONDecoder().decode(Envelope.self, from: data).state else { return .damaged }
    guard let bytes = try? StateFormat.canonical(first), StateFormat.digest(bytes) == checksum else { return .wrongChecksum }
    return .state(first.migrated.inRange, version: 1)
  }

  /// The state in the current form. Version 1 had no choice of the tier.
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
