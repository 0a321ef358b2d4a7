import CEBUR128
import Foundation
import GestureFlowAPI
import Sound
import TestSupport
import Testing

/// Tests of the built-in sets by measurable features.
@Suite struct BuiltinSongTests {
  /// A song's stems, interleaved, and their sum.
  private struct Rendered: Sendable {
    let stems: [[Float]]
    let sum: [Float]

    /// The first song, rendered once for all tests.
    static let evening = Rendered(rendering: .evening)

    init(_ song: BuiltinSong) { self = song == .evening ? Self.evening : Rendered(rendering: song) }

    /// A stem of the first song.
    static func eveningStem(_ stem: StemVoice) -> [Float] { evening.stems[StemVoice.allCases.firstIndex(of: stem)!] }

    private init(rendering song: BuiltinSong) {
      stems = StemVoice.allCases.map { song.render($0, song.grid) }
      var sum = stems[0]
      for stem in stems.dropFirst() { for i in sum.indices { sum[i] += stem[i] } }
      self.sum = sum
    }

    func side(_ side: Int, _ frames: Range<Int>) -> [Float] { frames.map { sum[2 * $0 + side] } }
    /// Level of frames of the sum in dBFS.
    func level(_ frames: Range<Int>) -> Double { Signals.decibels(Signals.level(sum[2 * frames.lowerBound..<2 * frames.upperBound])) }
    var frames: Int { sum.count / 2 }
  }

  /// Returns the loudness in LUFS and the true peak in dBTP, by libebur128.
  /// - Parameters:
  ///   - stereo: interleaved samples.
  ///   - measuresPeak: whether the peak is needed, which takes long; it is -240 otherwise.
  private static func loudness(_ stereo: [Float], measuresPeak: Bool) -> (level: Double, peak: Double) {
    let modes = EBUR128_MODE_I.rawValue | (measuresPeak ? EBUR128_MODE_TRUE_PEAK.rawValue : 0)
    var state = ebur128_init(2, 48_000, Int32(modes))
    defer { ebur128_destroy(&state) }
    _ = ebur128_add_frames_float(state, stereo, stereo.count / 2)
    var (level, left, right) = (0.0, 0.0, 0.0)
    _ = ebur128_loudness_global(state, &level)
    if measuresPeak {
      _ = ebur128_true_peak(state, 0, &left)
      _ = ebur128_true_peak(state, 1, &right)
    }
    return (level, Signals.decibels(max(left, right)))
  }

  private static func power(_ x: [Double]) -> Double { x.reduce(0) { $0 + $1 * $1 } }

  @Test func `the sets have the names, tempi, keys and lengths of the manual`() {
    let sets = BuiltinSong.allCases.map { StemSet($0) }
    #expect(sets.map(\.name) == ["Built-in stems", "Built-in lullaby", "Built-in dance"])
    #expect(sets.map(\.milliBPM) == [110_000, 90_000, 128_000] && sets.map(\.key) == ["C minor", "G major", "A minor"])
    #expect(sets.map(\.metre) == [.common, .sixEight, .common])
    #expect(BuiltinSong.allCases.map(\.bars) == [32, 32, 32])
    #expect(sets[0].channels.map(\.name) == ["Drums", "Sub bass", "Voice", "Chords"])
    for (song, set) in zip(BuiltinSong.allCases, sets) {
      #expect(set.channels.count == 4 && set.channels.allSatisfy { $0.bars == song.bars && $0.gain == 1.25 })
    }
  }

  /// `make test` measures the first song here and the melodies of all three below.
  @Test(arguments: Ring.cases([.evening], of: BuiltinSong.allCases))
  func `a song has -16 LUFS, peaks below -1 dBTP, and stems that are within 6 LU`(song: BuiltinSong) {
    let rendered = Rendered(song)
    #expect(rendered.frames == Int(song.grid.rtStart(ofBar: Int64(song.bars))))
    let (level, peak) = Self.loudness(rendered.sum, measuresPeak: true)
    #expect(abs(level + 16) <= 0.5 && peak <= -1, "\(level) LUFS, \(peak) dBTP")
    let stems = rendered.stems.map { Self.loudness($0, measuresPeak: false).level }
    #expect(stems.max()! - stems.min()! <= 6, "\(stems) LUFS")
  }

  @Test(arguments: Ring.cases([.evening], of: BuiltinSong.allCases))
  func `a song is wide and bright, and begins softly and ends in silence`(song: BuiltinSong) {
    let rendered = Rendered(song)
    var (both, left, right, middle, side) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for i in 0..<rendered.frames {
      let (l, r) = (Double(rendered.sum[2 * i]), Double(rendered.sum[2 * i + 1]))
      both += l * r
      left += l * l
      right += r * r
      middle += (l + r) * (l + r)
      side += (l - r) * (l - r)
    }
    let likeness = both / (left * right).squareRoot()
    #expect(likeness >= 0.3 && likeness <= 0.9, "\(likeness)")
    #expect(Signals.decibels((side / middle).squareRoot()) >= -8)
    // Windows of 0.17 s over the whole song.
    let window = 8192
    var (bright, dark) = (0.0, 0.0)
    for start in stride(from: 0, to: rendered.frames - window, by: 2 * window) {
      for channel in 0..<2 {
        let lines = Signals.spectrum(rendered.side(channel, start..<start + window)[...], window: Signals.hann)
        let corner = 3000 * window / 48_000
        bright += Self.power(Array(lines[corner...]))
        dark += Self.power(Array(lines[1..<corner]))
      }
    }
    #expect(Signals.decibels((bright / dark).squareRoot()) >= -14, "\(Signals.decibels((bright / dark).squareRoot())) dB")
    let bar = rendered.frames / song.bars
    // The chorus is near the middle.
    #expect(rendered.level(0..<bar) < rendered.level(rendered.frames / 2 - bar..<rendered.frames / 2) - 3)
    let end = rendered.frames
    let fade = [end - 96_000, end - 72_000, end - 48_000, end - 24_000].map { rendered.level($0..<$0 + 24_000) }
    #expect(fade == fade.sorted(by: >) && rendered.level(end - 2400..<end) < -60, "\(fade) dBFS")
    // The song loops, so neither end may click.
    #expect(rendered.stems.allSatisfy { $0.allSatisfy(\.isFinite) && abs($0[0]) < 0.01 && abs($0[$0.count - 1]) < 0.0001 })
  }

  @Test func `the piece is the sum of the first set's stems`() {
    let rendered = Rendered(.evening)
    let piece = BuiltinPiece()
    var whole = [Float](repeating: 0, count: rendered.sum.count)
    let count = whole.withUnsafeMutableBufferPointer { piece.read($0.baseAddress!, count: rendered.frames) }
    #expect(count == rendered.frames && zip(whole, rendered.sum).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test(arguments: Ring.cases([.evening], of: BuiltinSong.allCases))
  func `a stem is the same each time`(song: BuiltinSong) {
    let rendered = Rendered(song)
    for (stem, before) in zip(StemVoice.allCases, rendered.stems) where [.drums, .chords].contains(stem) {
      #expect(song.render(stem, song.grid) == before)
    }
  }

  /// Returns the sum of both sides of `count` frames.
  private func mono(_ stereo: [Float], from start: Int, _ count: Int) -> [Float] {
    (start..<start + count).map { frame -> Float in stereo[2 * frame] + stereo[2 * frame + 1] }
  }

  /// The first theme lasts 10.9 s. Sound between the notes of the key is 20 dB softer than the key's notes.
  @Test(arguments: [(BuiltinSong.evening, [0, 2, 3, 5, 7, 8, 10]), (.lullaby, [7, 9, 11, 0, 2, 4, 6]), (.dance, [9, 11, 0, 2, 4, 5, 7])])
  func `a melody stays in its key`(song: BuiltinSong, key: [Int]) {
    let lead = song == .evening ? Rendered.eveningStem(.lead) : song.render(.lead, song.grid)
    let count = 1 << 19
    let lines = Signals.spectrum(mono(lead, from: Int(song.grid.rtStart(ofBar: 4)), count)[...])
    var (inside, outside) = (0.0, 0.0)
    for (i, line) in lines.enumerated() {
      // Higher overtones are outside the key.
      let hz = Double(i) * 48_000 / Double(count)
      guard hz > 320, hz < 900 else { continue }
      let note = 69 + 12 * log2(hz / 440)
      if key.contains(Int(note.rounded()) % 12) { inside += line * line } else { outside += line * line }
    }
    let decibels = Signals.decibels((outside / inside).squareRoot())
    #expect(decibels < -20, "\(decibels) dB")
  }

  @Test func `the bass plays the roots of its chords`() {
    let grid = BarGrid(milliBPM: 110_000)
    let stem = Rendered.eveningStem(.bass)
    for (bar, hz) in [(4, 65.41), (5, 51.91), (6, 77.78), (7, 58.27)] {
      // The window is within the first note of each bar, after its attack.
      let start = Int(grid.rtStart(ofBar: Int64(bar))) + 8000
      let loudest = Signals.spurs(mono(stem, from: start, 16_384)[...]).hz
      #expect(abs(loudest / hz - 1) < 0.01, "bar \(bar): \(loudest) Hz")
    }
  }

  /// Each kick and snare of the first theme begins on its sixteenth. Within 4 ms it is louder than in the 2 ms
  /// before.
  @Test func `the drums hit the grid`() {
    let grid = BarGrid(milliBPM: 110_000)
    let stem = Rendered.eveningStem(.drums)
    for (beat, half) in [(21, 0), (22, 0), (23, 0), (25, 0), (21, 1)] {
      let at = Int(grid.rtStart(ofThirtySecond: Int64(8 * beat + 4 * half)))
      let (before, after) = (Signals.level(stem[2 * at - 192..<2 * at]), Signals.level(stem[2 * at..<2 * at + 384]))
      #expect(after > 2.5 * before, "beat \(beat).\(half): \(before), \(after)")
    }
  }
}
