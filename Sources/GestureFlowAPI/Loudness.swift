import Foundation

/// Loudness and peak of a piece of music.
public struct Loudness: Sendable, Equatable {
  /// Plausible levels, in LUFS.
  public static let levels = -70.0...10.0
  /// Plausible peaks; 1 is full scale. A lossy codec decodes to peaks above full scale.
  public static let peaks = 0.0...64.0

  /// Integrated loudness by ITU-R BS.1770 in LUFS, within `levels`.
  public let level: Double
  /// The highest peak, within `peaks`; nil if unknown.
  public let peak: Double?

  /// - Parameters:
  ///   - level: in LUFS.
  ///   - peak: 1 is full scale; an implausible one counts as unknown.
  /// - Returns: nil for an implausible level, such as NaN or that of silence.
  public init?(level: Double, peak: Double?) {
    guard Self.levels.contains(level) else { return nil }
    self.level = level
    self.peak = peak.flatMap { $0 > 0 && Self.peaks.contains($0) ? $0 : nil }
  }
}

/// The loudness of a track and of its album, if known.
public struct TrackLoudness: Sendable, Equatable {
  /// Loudness of the track.
  public var track: Loudness?
  /// Loudness of its album.
  public var album: Loudness?

  /// Creates the loudness of a track; by default nothing is known.
  public init(track: Loudness? = nil, album: Loudness? = nil) {
    self.track = track
    self.album = album
  }
}

/// The loudness that evens tracks out: `player.loudness`.
public enum LoudnessMode: String, Sendable, CaseIterable {
  /// All tracks get the same loudness.
  case track
  /// All albums get the same loudness. Tracks of an album keep their differences.
  case album
  /// Tracks play unchanged.
  case off

  /// Target loudness of tracks in LUFS, as used by streaming services.
  public static let target = -16.0
  /// Highest true peak of a raised track, in dBFS. The source is EBU R 128 s1.
  public static let ceiling = -1.0
  /// Greatest gain of a track, in dB. Sound that is 40 LU below full scale is mostly noise.
  public static let mostRaised = 24.0

  /// Returns the loudness that this mode uses. Returns nil if unknown, and for `off`. If the album's loudness is
  /// missing, the track's is used, and the other way round.
  public func loudness(of known: TrackLoudness) -> Loudness? {
    switch self {
    case .track: known.track ?? known.album
    case .album: known.album ?? known.track
    case .off: nil
    }
  }

  /// Returns the factor that brings a sound of this loudness to `target`.
  ///
  /// A loud sound is always lowered to the target. A quiet sound is raised until its peak meets `ceiling`, or not at
  /// all if its peak is unknown.
  public static func gain(for loudness: Loudness) -> Double {
    let wanted = target - loudness.level
    let room = loudness.peak.map { ceiling - decibels($0) } ?? 0
    return ratio(wanted > 0 ? min(wanted, max(room, 0), mostRaised) : wanted)
  }

  /// Converts a ratio to decibels.
  /// - Parameter ratio: above 0.
  public static func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }

  private static func ratio(_ decibels: Double) -> Double { pow(10, decibels / 20) }
}
