import CSndFile
import Foundation
import GestureFlowAPI

/// What a sound file says of itself.
public struct TrackFacts: Sendable, Equatable {
  /// Seconds; nil if the file does not say.
  public var length: Double?
  /// Its tag, cleaned; nil where the file does not say.
  public var title: String?
  /// Its tag, cleaned; nil where the file does not say.
  public var artist: String?
  /// Its tag, cleaned; nil where the file does not say.
  public var album: String?
  /// Hz.
  public var rate: Int
  /// 1...64; the first two are heard.
  public var channels: Int
}

/// Why a file is no track.
public struct TrackRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason, in a sentence without a full stop.
  public let description: String
  /// The system's error number when the file could not be read at all, so that nothing is known of it; nil when it was read and is no track.
  public let trouble: Int32?

  /// - Parameters:
  ///   - description: the reason.
  ///   - trouble: the system's error number, when the file could not be read at all.
  public init(_ description: String, trouble: Int32? = nil) {
    self.description = description
    self.trouble = trouble
  }
}

/// Looks into a sound file: is it one, how long is it, what are its tags?
public enum TrackProbe {
  /// Longest tag that is kept, in characters.
  public static let longestTag = 300

  /// - Parameters:
  ///   - path: of the file. - size: in bytes.
  ///   - toEnd: the last frames are read, too: what was cut off is refused.
  /// - Throws: `TrackRefusal` with the reason why it cannot be played.
  package static func look(
    _ path: String, size: Int64, _ access: StickAccess = StickAccess(), toEnd: Bool = false
  ) throws(TrackRefusal) -> TrackFacts {
    if size == 0 { throw TrackRefusal("it is empty (0 bytes)") }
    let (descriptor, code) = access.openFile(path)
    guard descriptor >= 0 else {
      throw TrackRefusal("it cannot be opened (\(ReadTrouble.text(code)))", trouble: ReadTrouble.cannotTell(code) ? code : nil)
    }
    defer { close(descriptor) }
    do throws(TrackRefusal) { return try look(descriptor, toEnd: toEnd) } catch {
      // libsndfile says the same of a damaged file and of a stick that does not answer.
      guard let code = ReadTrouble.ofReading(descriptor, size: size) else { throw error }
      throw TrackRefusal("it cannot be read (\(ReadTrouble.text(code))): the stick may be damaged", trouble: code)
    }
  }

  private static func look(_ descriptor: Int32, toEnd: Bool) throws(TrackRefusal) -> TrackFacts {
    var info = SF_INFO()
    // A descriptor of its own: libsndfile closes the one that it is given when it refuses a file, whatever it was told.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw TrackRefusal("it cannot be opened (\(ReadTrouble.text(errno)))", trouble: errno) }
    guard let file = sf_open_fd(copy, Int32(SFM_READ), &info, 1) else {
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
    if toEnd, known {
      let last = max(0, info.frames - 64)
      guard sf_seek(file, last, SEEK_SET) == last, sf_readf_float(file, &first, 64) == info.frames - last else {
        throw TrackRefusal("it is cut off: its end cannot be read")
      }
    }
    func tag(_ kind: Int) -> String? {
      guard let text = sf_get_string(file, Int32(kind)) else { return nil }
      let plain = cleaned(String(cString: text), limit: longestTag)
      return plain.isEmpty ? nil : plain
    }
    return TrackFacts(
      length: known ? Double(info.frames) / Double(info.samplerate) : nil, title: tag(SF_STR_TITLE), artist: tag(SF_STR_ARTIST),
      album: tag(SF_STR_ALBUM), rate: Int(info.samplerate), channels: Int(info.channels))
  }
}
