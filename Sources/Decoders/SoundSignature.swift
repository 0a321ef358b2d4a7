/// The kind of a file by its first bytes. Its name does not matter.
package struct SoundSignature: Equatable {
  /// Programs that read a kind of file.
  package enum Reader {
    /// The box's decoders and ffmpeg read files of this kind.
    case player
    /// Only ffmpeg reads them.
    case importer
    /// Neither reads them.
    case neither
  }

  /// The kind's usual name.
  package let name: String
  package let reader: Reader
  /// Whether other files hardly ever begin like this.
  package let isCertain: Bool
  /// Whether it is MPEG audio, by itself or in a WAV.
  let isMPEG: Bool

  private init(_ name: String, _ reader: Reader, isCertain: Bool = true, isMPEG: Bool = false) {
    (self.name, self.reader, self.isCertain, self.isMPEG) = (name, reader, isCertain, isMPEG)
  }

  /// Number of bytes to examine.
  package static let length = 512

  /// Recognises a file by its first bytes; fails for an unknown kind.
  /// - Parameter head: a file's first bytes; fewer than `length` if the file is shorter.
  package init?(_ head: [UInt8]) {
    guard let found = Self.container(head) ?? Self.plain(head) ?? Self.stream(head) else { return nil }
    self = found
  }

  /// Kinds that begin with letters of their own.
  private static let lettered: [(mark: String, name: String, reader: Reader)] = [
    ("fLaC", "FLAC", .player), ("RF64", "RF64", .player), ("caff", "CAF", .player), (".snd", "AU", .player),
    ("Creative Voice", "VOC", .player), ("riff", "Wave64", .player), ("MAC ", "Monkey's Audio", .importer), ("wvpk", "WavPack", .importer),
    ("TTA1", "True Audio", .importer), ("TTA2", "True Audio", .importer), ("tBaK", "TAK", .importer), ("MPCK", "Musepack", .importer),
    ("MP+", "Musepack", .importer), ("#!AMR", "AMR", .importer), ("DSD ", "DSD", .importer), ("FRM8", "DSD", .importer),
    (".RMF", "RealMedia", .importer), ("ajkg", "Shorten", .importer), ("FLV\u{1}", "a Flash film", .importer),
    ("Extended Module:", "a tracker module", .importer), ("IMPM", "a tracker module", .importer),
    ("MThd", "a MIDI file, which contains notes but no sound", .neither), ("OFR ", "OptimFROG, which cannot be played", .neither),
  ]
  /// Kinds that begin with other bytes.
  private static let marked: [(mark: [UInt8], name: String)] = [
    ([0x1A, 0x45, 0xDF, 0xA3], "Matroska or WebM"), ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], "Windows Media"),
    ([0x0B, 0x77], "AC-3"), ([0x7F, 0xFE, 0x80, 0x01], "DTS"), ([0, 0, 1, 0xBA], "an MPEG film"), ([0, 0, 1, 0xB3], "an MPEG film"),
    ([0x2E, 0x72, 0x61, 0xFD], "RealAudio"),
  ]

  private static func plain(_ head: [UInt8]) -> Self? {
    if let kind = lettered.first(where: { head.starts(with: $0.mark.utf8) }) {
      return Self(flac(head) ?? kind.name, kind.reader, isCertain: kind.mark.utf8.count > 3)
    }
    return marked.first { head.starts(with: $0.mark) }.map { Self($0.name, .importer, isCertain: $0.mark.count > 3) }
  }

  /// Returns a name with the width for FLAC that libsndfile cannot read. The width lies across two bytes of the first
  /// block.
  private static func flac(_ head: [UInt8]) -> String? {
    guard head.starts(with: "fLaC".utf8), head.count > 21, head[4] & 0x7F == 0, head[5..<8].elementsEqual([0, 0, 34]) else { return nil }
    let bits = Int(head[20] & 1) << 4 | Int(head[21] >> 4)
    return [8, 16, 24].contains(bits + 1) ? nil : "FLAC of \(bits + 1) bit"
  }

  /// Recognises kinds that name their content at a second position.
  private static func container(_ head: [UInt8]) -> Self? {
    func has(_ letters: String, at place: Int) -> Bool { head.dropFirst(place).starts(with: letters.utf8) }
    if has("RIFF", at: 0), has("WAVE", at: 8) {
      let coding = wave(head)
      return Self(coding ?? "WAV", .player, isMPEG: coding == mpegInWAV)
    }
    if has("RIFF", at: 0), has("AVI ", at: 8) { return Self("AVI", .importer) }
    if has("FORM", at: 0), has("AIF", at: 8) { return Self("AIFF", .player) }
    if has("ftyp", at: 4) { return Self("MP4", .importer) }
    guard has("OggS", at: 0), head.count > 26 else { return nil }
    let packet = 27 + Int(head[26])
    if has("\u{1}vorbis", at: packet) || has("OpusHead", at: packet) { return Self("Ogg", .player) }
    if has("\u{7F}FLAC", at: packet) { return Self("Ogg FLAC", .importer) }
    if has("Speex", at: packet) { return Self("Speex", .importer) }
    return Self("Ogg with a film or an unusual coding", .importer)
  }

  private static let mpegInWAV = "MP3 in WAV"

  /// Returns a name for WAV with a coding other than plain samples.
  private static func wave(_ head: [UInt8]) -> String? {
    guard head.count > 21, head[12..<16].elementsEqual("fmt ".utf8) else { return nil }
    switch Int(head[20]) | Int(head[21]) << 8 {
    case 0x50, 0x55: return mpegInWAV
    case 0xFF, 0x1600, 0x1610, 0x706D: return "AAC in WAV"
    case 0x160...0x163: return "Windows Media in WAV"
    case 0x2000: return "AC-3 in WAV"
    case 0x2001: return "DTS in WAV"
    default: return nil
    }
  }

  /// Recognises kinds without a head. They consist of frames in which some bits are always set.
  private static func stream(_ head: [UInt8]) -> Self? {
    if head.starts(with: "ID3".utf8) { return Self("MP3", .player, isMPEG: true) }
    guard head.count > 3 else { return nil }
    if head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return Self("AAC", .importer, isCertain: false) }
    // A text in UTF-16 begins with FF FE.
    if head[0] == 0xFF, head[1] != 0xFE, head[1] & 0xE0 == 0xE0, head[1] & 0x18 != 0x08, head[2] & 0xF0 != 0xF0, head[2] & 0x0C != 0x0C {
      switch head[1] & 0x06 {
      case 0x02: return Self("MP3", .player, isCertain: false, isMPEG: true)
      case 0x04: return Self("MPEG layer II", .player, isCertain: false, isMPEG: true)
      case 0x06: return Self("MPEG layer I", .player, isCertain: false, isMPEG: true)
      default: return nil
      }
    }
    // Packets of a transport stream are 188 bytes long.
    return head.count > 376 && head[0] == 0x47 && head[188] == 0x47 && head[376] == 0x47 ? Self("an MPEG film", .importer) : nil
  }
}
