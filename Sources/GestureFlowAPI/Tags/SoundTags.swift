/// Music and loudness tags of a sound file.
///
/// The sources are ID3, APE, Vorbis comments and the chunks of WAV and AIFF. libsndfile ignores some of these, and
/// text that is not UTF-8. Files come from strangers: numbers in them may be wrong, so each read checks them.
package struct SoundTags: Sendable, Equatable {
  /// Cleaned texts; commas separate several values. Nil if the file does not tell them.
  package var title, artist, album: String?
  /// Numbers from 1; nil if the file does not tell them.
  package var track, disc: Int?
  /// Loudness from ReplayGain, or from the gains of Opus.
  package var loudness: TrackLoudness { gains.loudness }
  private var gains = GainTags()
  /// Error number of a failed read of the medium; nil without one. After an error, tags may be missing.
  package private(set) var failure: Int32?

  /// Longest text that is kept, in characters.
  package static let longest = 300
  /// Number of bytes read of one text.
  static let mostBytes = 4096
  /// Greatest number of chunks, frames or comments examined in one file.
  static let mostPieces = 1000
  /// Greatest number of values of one field.
  static let mostValues = 16

  package init() {}

  /// Reads the tags of an open file without moving its offset.
  /// - Parameter read: reads the file.
  package init(descriptor: Int32, read: @escaping FileRead.Call = FileRead.system) {
    guard var bytes = TagBytes(descriptor: descriptor, read: read) else { return }
    self.read(&bytes)
    failure = bytes.failure
  }

  /// Reads the tags of a file in memory.
  package init(_ file: [UInt8]) {
    var bytes = TagBytes(file)
    read(&bytes)
  }

  /// Returns the place after a leading ID3 tag; nil without one.
  /// - Parameter head: the first ten bytes of the file, or more.
  package static func endOfTag(_ head: [UInt8]) -> Int? {
    var bytes = TagBytes(Array(head.prefix(10)))
    var tags = SoundTags()
    let end = ID3Tag.read(&bytes, at: 0, &tags)
    return end > 0 ? end : nil
  }

  private var isWhole: Bool { title != nil && artist != nil && album != nil }

  private mutating func read(_ bytes: inout TagBytes) {
    if bytes.has("RIFF", at: 0) || bytes.has("RF64", at: 0) {
      ChunkTags.read(&bytes, isBigEndian: false, &self)
    } else if bytes.has("FORM", at: 0) {
      ChunkTags.read(&bytes, isBigEndian: true, &self)
    } else if bytes.has("OggS", at: 0) {
      if let comments = OggComments.read(&bytes) {
        var bytes = TagBytes(comments)
        VorbisComments.read(&bytes, at: 0, &self)
      }
    } else {
      // FLAC may have an ID3 tag in front, against the standard. The FLAC comments take precedence.
      var tags = SoundTags()
      let end = ID3Tag.read(&bytes, at: 0, &tags)
      if bytes.has("fLaC", at: end) {
        // Blocks of kind 4 hold comments.
        if let comments = bytes.flacBlock(4, from: end + 4) { VorbisComments.read(&bytes, at: comments.content, &self) }
        fill(from: tags)
      } else {
        self = tags
        // Read the tags at the end only if needed: it costs a seek.
        if !isWhole {
          readEnd(&bytes)
        } else if loudness.track == nil {
          // Programs for MP3 write gains to the end, in any case. A read error there does not count, because all
          // other tags are known.
          var end = bytes
          readEnd(&end)
        }
      }
    }
  }

  private mutating func readEnd(_ bytes: inout TagBytes) {
    let last = bytes.count - 128
    let hasOld = last >= 0 && bytes.has("TAG", at: last)
    APETag.read(&bytes, endingAt: hasOld ? last : bytes.count, &self)
    if hasOld { ID3Tag.readOld(&bytes, at: last, &self) }
  }

  mutating func fill(from other: SoundTags) {
    title = title ?? other.title
    artist = artist ?? other.artist
    album = album ?? other.album
    track = track ?? other.track
    disc = disc ?? other.disc
    gains.fill(from: other.gains)
  }

  /// A field of a tag, under any of its names.
  enum Field: Hashable {
    case title, artist, album, track, disc
    case gain(GainTags.Field)
  }

  /// Returns the field of a name. Names of comments, APE items and free ID3 frames are the same.
  static func field(_ name: String) -> Field? {
    switch name.lowercased() {
    case "title": .title
    case "artist": .artist
    case "album": .album
    case "track", "tracknumber", "track number": .track
    case "disc", "discnumber", "disc number", "disk": .disc
    default: GainTags.field(name).map { .gain($0) }
    }
  }

  /// Stores the values of a field that has none yet. A number is the first value that is one.
  mutating func take(_ field: Field, _ values: [String]) {
    let clean = values.map { cleaned($0, limit: Self.longest) }.filter { !$0.isEmpty }
    if clean.isEmpty { return }
    let all = cleaned(clean.joined(separator: ", "), limit: Self.longest)
    switch field {
    case .title: title = title ?? all
    case .artist: artist = artist ?? all
    case .album: album = album ?? all
    case .track: track = track ?? clean.lazy.compactMap(Self.number).first
    case .disc: disc = disc ?? clean.lazy.compactMap(Self.number).first
    case .gain(let field): for text in clean { gains.take(field, text) }
    }
  }

  /// Returns the number in `7` and in `7/12`. Returns nil without one, or if it is outside 1...9999.
  private static func number(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    guard digits.count <= 9, rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix(" "), let number = Int(digits) else { return nil }
    return (1...9999).contains(number) ? number : nil
  }
}
