/// The songs that come with the box, each a set of four stems, made by code.
public enum BuiltinSong: String, Sendable, CaseIterable {
  /// 110 beats a minute in C minor; mode player plays its sum.
  case evening
  /// 60 dotted quarters a minute, 6/8, in G major.
  case lullaby
  /// 128 beats a minute in A minor.
  case dance

  var song: Song {
    switch self {
    case .evening: .evening
    case .lullaby: .lullaby
    case .dance: .dance
    }
  }

  /// Its tempo, in thousandths of a quarter a minute.
  public var milliBPM: Int { song.milliBPM }
  /// Where its bars lie.
  package var grid: BarGrid { BarGrid(milliBPM: song.milliBPM, metre: song.metre) }
  /// Its length in bars.
  public var bars: Int { song.bars }

  /// Gain of each channel of the set: with their volumes at 0.8, where they begin, its channels are the song as mode player plays it.
  static let channelGain: Float = 1.25

  /// The whole set.
  public var set: StemSet {
    StemSet(
      name: song.name, milliBPM: milliBPM, metre: song.metre, key: song.key,
      channels: StemVoice.allCases.map {
        StemSet.Channel(name: song.names[$0] ?? $0.rawValue, source: .voice($0, of: self), bars: bars, gain: Self.channelGain)
      })
  }

  /// Computes a stem: interleaved stereo, as long as its bars are on the grid.
  package func render(_ stem: StemVoice, _ grid: BarGrid) -> [Float] {
    // An hour: all of its notes, until it is rendered.
    let mixer = SongMixer(song, grid, stems: [stem], kept: 3600)
    let frames = Int(mixer.frames)
    return [Float](unsafeUninitializedCapacity: 2 * frames) { samples, count in
      let chunk = 8192
      for start in stride(from: 0, to: frames, by: chunk) {
        mixer.render(from: Int64(start), count: min(chunk, frames - start), to: samples.baseAddress! + 2 * start)
      }
      count = 2 * frames
    }
  }
}
