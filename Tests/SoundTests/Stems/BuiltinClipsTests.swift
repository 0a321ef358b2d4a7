import GestureFlowAPI
import Sound
import SoundDoubles
import TestSupport
import Testing

/// Tests of the clips of built-in stems that sets share.
@Suite struct BuiltinClipsTests {
  /// A gain that no other test uses.
  private static let gain: Float = 0.123
  private let grid = BarGrid(milliBPM: 110_000)
  private let drums = StemSet.Channel(name: "d", source: .voice(.drums, of: .evening), bars: 32, gain: Self.gain)

  @Test func `a clip is found as long as it is held`() throws {
    let key = try #require(BuiltinClips.Key(drums, bars: 32, grid, .short))
    #expect(BuiltinClips.clip(key) == nil)
    do {
      let clip = Clip([0, 0], gain: Self.gain)
      BuiltinClips.record(clip, key)
      let found = BuiltinClips.clip(key)
      #expect(found === clip)
    }
    #expect(BuiltinClips.clip(key) == nil)
  }

  @Test func `another stem, tempo, metre, gain, length or format is another clip`() throws {
    var (bass, loud) = (drums, drums)
    bass.source = .voice(.bass, of: .evening)
    loud.gain = 0.456
    let keys = [
      BuiltinClips.Key(drums, bars: 32, grid, .short), BuiltinClips.Key(bass, bars: 32, grid, .short),
      BuiltinClips.Key(loud, bars: 32, grid, .short), BuiltinClips.Key(drums, bars: 31, grid, .short),
      BuiltinClips.Key(drums, bars: 32, BarGrid(milliBPM: 110_001), .short),
      BuiltinClips.Key(drums, bars: 32, BarGrid(milliBPM: 110_000, metre: .sixEight), .short),
      BuiltinClips.Key(drums, bars: 32, grid, .float),
    ]
    #expect(Set(keys.compactMap { $0 }).count == keys.count)
    #expect(BuiltinClips.Key(StemSet.Channel(name: "d", source: .file("/d.wav"), bars: 32), bars: 32, grid, .short) == nil)
  }

  /// The second player's set sounds like the first one's, whose clip it shares.
  @Test func `a set that is loaded twice sounds the same`() throws {
    var song = StemSet(.evening)
    // The chords begin with the song.
    song.channels = [song.channels[3]]
    let (first, second) = (try StemRenderer(), try StemRenderer())
    let facts = try first.loader.loadNow(song)
    let key = try #require(BuiltinClips.Key(song.channels[0], bars: 32, grid, .float))
    let clip = try #require(BuiltinClips.clip(key))
    let again = try second.loader.loadNow(song)
    let found = BuiltinClips.clip(key)
    #expect(again == facts && found === clip)
    let heard = first.render(blocks: 400).left
    #expect(Signals.level(heard[...]) > 0 && second.render(blocks: 400).left == heard)
  }
}
