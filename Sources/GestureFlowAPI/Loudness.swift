import Foundation

/// How loud a piece of music is and how high it peaks.
public struct Loudness: Sendable, Equatable {
  /// Levels that are believed, in LUFS.
  public static let levels = -70.0...10.0
  /// Peaks that are believed; 1 is full scale. A lossy coding decodes to peaks above full scale.
  public static let peaks = 0.0...64.0

  /// Integrated loudness by ITU-R BS.1770 in LUFS, within `levels`.
  public let level: Double
  /// The highest peak, within `peaks`; nil where it is unknown.
  public let peak: Double?

  /// - Parameters:
  ///   - level: in LUFS. - peak: 1 is full scale; one that is not believed is unknown.
  /// - Returns: nil for a level that is not believed, such as NaN or the one of silence.
  public init?(level: Double, peak: Double?) {
    guard Self.levels.contains(level) else { return nil }
    self.level = level
    self.peak = peak.flatMap { $0 > 0 && Self.peaks.contains($0) ? $0 : nil }
  }
}

/// The loudness of a track and of its album, as far as it is known.
public struct TrackLoudness: Sendable, Equatable {
  /// The track's own.
  public var track: Loudness?
  /// Its album's.
  public var album: Loudness?

  /// Nothing is known by default.
  public init(track: Loudness? = nil, album: Loudness? = nil) {
    self.track = track
    self.album = album
  }
}

/// Which loudness evens tracks out: `player.loudness`.
public enum LoudnessMode: String, Sendable, CaseIterable {
  /// Each track is as loud as the others.
  case track
  /// Each album is as loud as the others, and its tracks differ as they do on the record.
  case album
  /// Tracks play as they are.
  case off

  /// Loudness to which tracks are brought, in LUFS: that of streaming services.
  public static let target = -16.0
  /// Highest true peak to which a track is raised, in dB of full scale (EBU R 128 s1).
  public static let ceiling = -1.0
  /// Most by which a track is raised, in dB: what is 40 LU below full scale is mostly noise.
  public static let mostRaised = 24.0

  /// The loudness that counts; nil where none is known, and for `off`. Without an album's loudness the track's counts, and the other way round.
  public func loudness(of known: TrackLoudness) -> Loudness? {
    switch self {
    case .track: known.track ?? known.album
    case .album: known.album ?? known.track
    case .off: nil
    }
  }

  /// The factor by which a sound of this loudness is brought to `target`.
  ///
  /// A loud sound is lowered as far as it takes. A quiet one is raised until its peak meets `ceiling`, and not at all where its peak is unknown.
  public static func gain(for loudness: Loudness) -> Double {
    let wanted = target - loudness.level
    let room = loudness.peak.map { ceiling - decibels($0) } ?? 0
    return ratio(wanted > 0 ? min(wanted, max(room, 0), mostRaised) : wanted)
  }

  /// - Parameter ratio: above 0.
  public static func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }

  private static func ratio(_ decibels: Double) -> Double { pow(10, decibels / 20) }
}
