/// Loudness values from tags. Sources: ReplayGain
/// (https://wiki.hydrogenaud.io/index.php?title=ReplayGain_2.0_specification) and the gains of Opus (RFC 7845,
/// 5.2.1).
struct GainTags: Sendable, Equatable {
  /// Loudness of a sound with a ReplayGain of 0 dB, in LUFS.
  static let replayGainReference = -18.0
  /// Loudness of a sound with R 128 gain 0, in LUFS.
  static let r128Reference = -23.0
  /// Number of steps per decibel in the gains of Opus.
  static let r128Steps = 256.0

  /// Loudness fields of a tag.
  enum Field { case trackGain, trackPeak, albumGain, albumPeak, r128Track, r128Album }

  /// Gains in dB, those of R 128 in steps. Each is the first value that is a number.
  private var values: [Field: Double] = [:]

  /// Returns the field of a name. Names of comments, APE items and free ID3 frames are the same.
  static func field(_ name: String) -> Field? {
    switch name.lowercased() {
    case "replaygain_track_gain": .trackGain
    case "replaygain_track_peak": .trackPeak
    case "replaygain_album_gain": .albumGain
    case "replaygain_album_peak": .albumPeak
    case "r128_track_gain": .r128Track
    case "r128_album_gain": .r128Album
    default: nil
    }
  }

  /// Stores the value of a field that has none yet. It ignores text that is not a number.
  mutating func take(_ field: Field, _ text: String) {
    guard values[field] == nil, let number = Self.number(text) else { return }
    switch field {
    case .r128Track, .r128Album:
      // R 128 gains are whole numbers of 16 bits.
      guard number.rounded() == number, (-32_768...32_767).contains(number) else { return }
    case .trackGain, .trackPeak, .albumGain, .albumPeak: break
    }
    values[field] = number
  }

  mutating func fill(from other: GainTags) { values.merge(other.values) { mine, _ in mine } }

  /// Loudness from these tags. R 128 gains take precedence: an Opus file should have no others.
  var loudness: TrackLoudness {
    TrackLoudness(track: loudness(.trackGain, .r128Track, .trackPeak), album: loudness(.albumGain, .r128Album, .albumPeak))
  }

  private func loudness(_ gain: Field, _ r128: Field, _ peak: Field) -> Loudness? {
    let level =
      values[r128].map { Self.r128Reference - $0 / Self.r128Steps } ?? values[gain].map { Self.replayGainReference - $0 }
    return level.flatMap { Loudness(level: $0, peak: values[peak]) }
  }

  /// Returns the number in `-6.54 dB`, `+3,2 dB` and `0.988547`. Returns nil for anything else. Programs with some
  /// locales write a comma.
  static func number(_ text: String) -> Double? {
    var letters = Substring(text.lowercased())
    if letters.hasSuffix("db") {
      letters.removeLast(2)
      while letters.last == " " { letters.removeLast() }
    }
    let sign = letters.first
    if sign == "+" || sign == "-" { letters.removeFirst() }
    let parts = letters.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count), letters.utf8.count <= 24,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = Double(parts.joined(separator: "."))
    else { return nil }
    return sign == "-" ? -number : number
  }
}
