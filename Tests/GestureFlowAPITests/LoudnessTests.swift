import GestureFlowAPI
import Testing

/// Tests of the gain that makes all tracks equally loud.
@Suite struct LoudnessTests {
  private func gain(_ level: Double, peak: Double?) throws -> Double {
    LoudnessMode.decibels(LoudnessMode.gain(for: try #require(Loudness(level: level, peak: peak))))
  }

  @Test(
    arguments: [
      // At the target nothing changes. A loud track is lowered with any peak.
      (-16.0, 0.5, 0.0), (-8.0, 1.2, -8.0), (-8.0, nil, -8.0), (10.0, 1, -26),
      // A quiet one is raised as far as its peak allows: 0.25 is -12.04 dB, which leaves 11.04 dB.
      (-20.0, 0.25, 4.0), (-30.0, 0.25, 11.04), (-20.0, 1.0, 0.0), (-20.0, 2.0, 0.0), (-20.0, nil, 0.0),
      // Noise stays quiet.
      (-70.0, 0.001, 24.0),
    ] as [(Double, Double?, Double)]) func `a quiet track is raised as far as its peak allows`(
      level: Double, peak: Double?, expected: Double
    ) throws
  {
    #expect(try abs(gain(level, peak: peak) - expected) < 0.005)
  }

  @Test func `implausible values are unknown`() throws {
    for level in [-Double.infinity, .infinity, .nan, -70.1, 10.1] { #expect(Loudness(level: level, peak: 0.5) == nil) }
    for peak in [0, -1, 65, Double.nan, .infinity] {
      let loudness = try #require(Loudness(level: -16, peak: peak))
      #expect(loudness.level == -16 && loudness.peak == nil)
    }
    #expect(Loudness(level: -16, peak: 1.1)?.peak == 1.1)
  }

  @Test func `the mode says which loudness counts`() throws {
    let (track, album) = (try #require(Loudness(level: -10, peak: 1)), try #require(Loudness(level: -12, peak: 1)))
    let both = TrackLoudness(track: track, album: album)
    #expect(LoudnessMode.track.loudness(of: both) == track && LoudnessMode.album.loudness(of: both) == album)
    #expect(LoudnessMode.off.loudness(of: both) == nil)
    #expect(LoudnessMode.album.loudness(of: TrackLoudness(track: track)) == track)
    #expect(LoudnessMode.track.loudness(of: TrackLoudness(album: album)) == album)
    #expect(LoudnessMode.track.loudness(of: TrackLoudness()) == nil)
  }
}
