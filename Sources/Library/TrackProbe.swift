import CSndFile
import Foundation

/// What a sound file says of itself.
public struct TrackFacts: Sendable, Equatable {
  /// Seconds; nil if the file does not say.
  public var length: Double?
  public var title: String?
  public var artist: String?
  public var album: String?
  public var rate: Int
  public var channels: Int
}

/// Why a file is no track.
public struct TrackRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}

/// Looks into a sound file: is it one, how long is it, what are its tags?
public enum TrackProbe {
  /// - Parameters:
  ///   - path: of the file. - size: in bytes.
  /// - Throws: `TrackRefusal` with the reason why it cannot be played.
  public static func look(_ path: String, size: Int64) throws(TrackRefusal) -> TrackFacts {
    if size == 0 { throw TrackRefusal("it is empty (0 bytes)") }
    var info = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &info) else {
      let why = String(cString: sf_strerror(nil)).split(separator: "\n").first.map(String.init) ?? "unknown format"
      throw TrackRefusal("it is no sound file that can be played (\(why.trimmingCharacters(in: .whitespaces)))")
    }
    defer { sf_close(file) }
    guard info.frames != 0 else { throw TrackRefusal("it holds no sound") }
    guard (1...64).contains(info.channels) else { throw TrackRefusal("it has \(info.channels) channels") }
    guard (1000...768_000).contains(info.samplerate) else { throw TrackRefusal("it has a rate of \(info.samplerate) Hz") }
    let known = info.frames > 0 && info.frames < Int64.max / 64
    // The header's word is not enough: a file that was cut off opens, but not one frame of it can be read.
    var first = [Float](repeating: 0, count: Int(info.channels) * 64)
    guard sf_readf_float(file, &first, 64) > 0 else { throw TrackRefusal("it is damaged or cut off: no sound can be read from it") }
    func tag(_ kind: Int) -> String? {
      guard let text = sf_get_string(file, Int32(kind)).map({ String(cString: $0) }) else { return nil }
      let plain = String(text.filter { !$0.isNewline }.prefix(300)).trimmingCharacters(in: .whitespaces)
      return plain.isEmpty ? nil : plain
    }
    return TrackFacts(
      length: known ? Double(info.frames) / Double(info.samplerate) : nil, title: tag(SF_STR_TITLE), artist: tag(SF_STR_ARTIST),
      album: tag(SF_STR_ALBUM), rate: Int(info.samplerate), channels: Int(info.channels))
  }
}
