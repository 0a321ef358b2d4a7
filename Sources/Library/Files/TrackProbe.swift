import Decoders
import Foundation
import GestureFlowAPI

/// Facts from a sound file's header and tags.
public struct TrackFacts: Sendable, Equatable {
  /// Length in seconds; nil if unknown.
  public var length: Double?
  /// Title tag, cleaned; nil if missing.
  public var title: String?
  /// Artist tag, cleaned; nil if missing.
  public var artist: String?
  /// Album tag, cleaned; nil if missing.
  public var album: String?
  /// Number of the track, from 1; nil if missing.
  public var number: Int?
  /// Number of its disc, from 1; nil if missing.
  public var disc: Int?
  /// Loudness from the tags.
  public var loudness = TrackLoudness()
  /// Sample rate in Hz.
  public var rate: Int
  /// Number of channels, 1...64.
  public var channels: Int
}

/// The reason why a file is not a track.
public struct TrackRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason, as a sentence without a full stop.
  public let description: String
  /// The system's error number if the file could not be read. Its contents are then unknown. Nil when it was read and
  /// is not a track.
  public let trouble: Int32?
  /// Whether ffmpeg can probably read it, so that it can be imported.
  public let canBeImported: Bool

  /// - Parameters:
  ///   - description: the reason.
  ///   - trouble: the system's error number, when the file could not be read at all.
  ///   - canBeImported: whether ffmpeg should be able to read it.
  public init(_ description: String, trouble: Int32? = nil, canBeImported: Bool = false) {
    self.description = description
    self.trouble = trouble
    self.canBeImported = canBeImported
  }
}

/// Checks a sound file and reads its length and tags.
public enum TrackProbe {
  /// Maximum length of a tag, in characters.
  public static let longestTag = 300
  /// Sample rates in Hz of a file that can be played. The next field is its numbers of channels.
  static let rates = 1000...768_000
  static let channels = 1...64

  /// Reads the facts of a file.
  /// - Parameters:
  ///   - path: path of the file.
  ///   - size: its size in bytes.
  ///   - toEnd: whether to read the last frames, too. A truncated file is then rejected.
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
    if let fault = OggHead.fault(descriptor: descriptor) { throw TrackRefusal(fault) }
    do throws(TrackRefusal) { return try look(descriptor, path, access.read, toEnd: toEnd) } catch {
      if error.trouble != nil { throw error }
      // Decoders fail alike for a damaged file and an unresponsive stick.
      guard let code = ReadTrouble.ofReading(descriptor, size: size, read: access.read) else { throw refusal(error, descriptor) }
      throw unreadable(code)
    }
  }

  /// Returns the kind of an open file by its first bytes. It also tries the bytes after a leading tag. Nil if the
  /// kind is unknown.
  static func signature(_ descriptor: Int32) -> SoundSignature? {
    func bytes(at place: Int) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: SoundSignature.length) { buffer, count in
        count = max(0, pread(descriptor, buffer.baseAddress!, buffer.count, off_t(place)))
      }
    }
    let head = bytes(at: 0)
    if let behind = SoundTags.endOfTag(head), let found = SoundSignature(bytes(at: behind)) { return found }
    return SoundSignature(head)
  }

  /// Returns the refusal of a file without a decoder. ffmpeg reads more kinds of files, and more damaged ones.
  private static func refusal(_ error: TrackRefusal, _ descriptor: Int32) -> TrackRefusal {
    guard error.trouble == nil, error.canBeImported else { return error }
    guard let kind = signature(descriptor) else { return TrackRefusal(error.description) }
    switch kind.reader {
    case .player, .importer: return TrackRefusal(ImportOffer.reason(kind.name), canBeImported: true)
    case .neither: return TrackRefusal("it is \(kind.name)")
    }
  }

  /// Throws if the medium failed. A failed read does not say anything about the file.
  private static func check(_ failure: Int32?) throws(TrackRefusal) {
    if let failure { throw unreadable(failure) }
  }

  private static func unreadable(_ code: Int32) -> TrackRefusal {
    TrackRefusal(ReadTrouble.unreadable(code), trouble: ReadTrouble.cannotTell(code) ? code : nil)
  }

  private static func look(
    _ descriptor: Int32, _ path: String, _ read: @escaping FileRead.Call, toEnd: Bool
  ) throws(TrackRefusal) -> TrackFacts {
    if !toEnd, let head = VorbisHead(descriptor) {
      let tags = SoundTags(descriptor: descriptor, read: read)
      try check(tags.failure)
      return TrackFacts(
        length: Double(head.frames) / Double(head.rate), title: tags.title, artist: tags.artist, album: tags.album, number: tags.track,
        disc: tags.disc, loudness: tags.loudness, rate: head.rate, channels: head.channels)
    }
    let file: any SoundDecoder
    do throws(DecoderRefusal) { file = try DecoderChoice.open(descriptor, path: path, read: read) } catch {
      switch error {
      case .system(let code): throw TrackRefusal("it cannot be opened (\(ReadTrouble.text(code)))", trouble: code)
      case .medium(let code): throw unreadable(code)
      case .unknown: throw TrackRefusal("it is not a sound file that can be played: its content is not music", canBeImported: true)
      }
    }
    try check(file.failure)
    guard file.frames != 0 else { throw TrackRefusal("it contains no sound") }
    guard channels.contains(file.channels) else { throw TrackRefusal("it has \(file.channels) channels") }
    guard rates.contains(file.rate) else { throw TrackRefusal("it has a rate of \(file.rate) Hz") }
    let known = file.frames > 0 && file.frames < Int64.max / 64
    // Do not trust the header alone. A truncated file opens, but none of its frames can be read.
    var some = [Float](repeating: 0, count: file.channels * 64)
    let count = file.read(&some, 64)
    try check(file.failure)
    guard count > 0 else { throw TrackRefusal("it is damaged or cut off: no sound can be read from it") }
    if toEnd, file.statedFrames != nil { throw TrackRefusal("it is cut off: its end cannot be read") }
    if toEnd, known {
      let last = max(0, file.frames - 64)
      guard file.seek(to: last) == last, file.read(&some, 64) == Int(file.frames - last) else {
        try check(file.failure)
        throw TrackRefusal("it is cut off: its end cannot be read")
      }
    }
    // Formats that only libsndfile supports have their tags from it.
    func tag(_ kind: SndFileDecoder.Text) -> String? {
      guard let bytes = (file as? SndFileDecoder)?.bytes(kind) else { return nil }
      let plain = cleaned(TagText.text(bytes), limit: longestTag)
      return plain.isEmpty ? nil : plain
    }
    let tags = SoundTags(descriptor: descriptor, read: read)
    try check(tags.failure)
    return TrackFacts(
      length: known ? Double(file.frames) / Double(file.rate) : nil, title: tags.title ?? tag(.title),
      artist: tags.artist ?? tag(.artist), album: tags.album ?? tag(.album), number: tags.track, disc: tags.disc,
      loudness: tags.loudness, rate: file.rate, channels: file.channels)
  }
}
