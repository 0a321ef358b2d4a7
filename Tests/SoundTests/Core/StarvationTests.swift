import Foundation
import Sound
import TestSupport
import Testing

/// Late music fades out, waits and fades in at the same place. None of it is skipped.
@Suite struct StarvationTests {
  /// A level that rises by a fixed amount per frame. Every sample therefore shows its origin.
  private func ramp(from: Int, count: Int) -> [Float] {
    (from..<from + count).flatMap { i -> [Float] in [Float(i) / 200_000, Float(i) / 200_000] }
  }

  @Test(arguments: [Float(1), 2])
  func `the deck waits and goes on where it was`(speed: Float) {
    let engine = SoundEngine(volume: 1)
    let tape = engine.player.tapes[0]
    tape.append(ramp(from: 0, count: 48_000), count: 48_000)
    engine.player.set(SoundLevels(speed: speed, volume: 1))
    engine.player.load(0, at: 0, serial: 1)
    let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
    defer { block.deallocate() }
    var out: [Float] = []
    var places: [Double] = []
    func render(_ blocks: Int) {
      for _ in 0..<blocks {
        engine.rtRender(block)
        for i in 0..<SoundFormat.block { out.append(block[2 * i]) }
        places.append(engine.player.state.position)
      }
    }
    render(500)
    let stood = places[places.count - 1]
    #expect(stood > 40_000 - 4096 && stood <= 48_000, "it stands before the end of what is there: \(stood)")
    #expect(out.suffix(10_000).allSatisfy { $0 == 0 }, "it is silent")
    #expect(engine.player.state.starved > 10_000)
    render(50)
    #expect(places.last == stood, "and it waits")
    tape.append(ramp(from: 48_000, count: 48_000), count: 48_000)
    let resumed = out.count
    render(150)
    let step = Double(speed) * 128 + 1
    let skips = places.indices.dropFirst().contains { places[$0 - 1] != 0 && !(places[$0] - places[$0 - 1] <= step) }
    #expect(!skips, "no skip")
    #expect(places.last! > stood + 10_000)
    if speed == 1 {
      // The first sounding frame after the wait is the one that was due.
      let loud = out[(resumed + 2000)..<(resumed + 6000)]
      let (low, high) = (Float(stood) - 2000, Float(stood) + 9000)
      let due = loud.map { (sample: Float) -> Float in sample * 200_000 }
      #expect(due.allSatisfy { $0 > low && $0 < high })
    }
    // Fades, no edges: the music's own slope is 5e-6 a frame. (The stretcher changes a slope in its own way; see the
    // tone below.)
    guard speed == 1 else { return }
    var steepest: Float = 0
    for i in 1..<out.count { steepest = max(steepest, abs(out[i] - out[i - 1])) }
    #expect(steepest < 0.004, "\(steepest)")
  }

  /// A tone whose channels are a quarter of a wave apart. Wherever it breaks off, one of them jumps.
  private func tone(from: Int, count: Int) -> [Float] {
    (from..<from + count).flatMap { i -> [Float] in
      let angle = 2 * Double.pi * 220 * Double(i) / Double(SoundFormat.rate)
      return [Float(0.3 * cos(angle)), Float(0.3 * sin(angle))]
    }
  }

  /// Renders the tone up to frame 70,000 of its tape. Only its `first` frames are there before it starves.
  /// - Returns: the interleaved output, and the number of starved frames.
  private func heard(speed: Float, cents: Float, first: Int) -> (sound: [Float], starved: Int) {
    let whole = 120_000
    let engine = SoundEngine(volume: 1)
    engine.player.tapes[0].append(tone(from: 0, count: first), count: first)
    engine.player.set(SoundLevels(speed: speed, cents: cents, volume: 1))
    engine.player.load(0, at: 0, serial: 1)
    var block = [Float](repeating: 0, count: SoundFormat.block * 2)
    var sound: [Float] = []
    var isWhole = first == whole
    var state = engine.player.state
    while state.position < 70_000, sound.count < 4_000_000 {
      engine.rtRender(&block)
      sound += block
      state = engine.player.state
      guard !isWhole, state.starved > 4000 else { continue }
      engine.player.tapes[0].append(tone(from: first, count: whole - first), count: whole - first)
      isWhole = true
    }
    #expect(state.position >= 70_000)
    return (sound, state.starved)
  }

  /// Returns the largest step of either channel from one sample to the next.
  private func steepest(_ sound: [Float]) -> Float {
    (2..<sound.count).reduce(0) { max($0, abs(sound[$1] - sound[$1 - 2])) }
  }

  /// Stretched music also fades out and in when it waits. Nowhere is it much steeper than the same music
  /// undisturbed.
  @Test(arguments: [(Float(0.5), Float(0)), (2, 0), (1, 700), (2, -2400), (0.7, 1200)])
  func `stretched music has no edges`(speed: Float, cents: Float) {
    let (plain, missed) = heard(speed: speed, cents: cents, first: 120_000)
    #expect(missed == 0)
    let (sound, starved) = heard(speed: speed, cents: cents, first: 40_000)
    #expect(starved > 4000)
    #expect(steepest(sound) < 1.5 * steepest(plain), "\(steepest(sound)), undisturbed \(steepest(plain))")
    // The check would find sound that stops without a fade.
    let half = plain.count / 4 * 2
    let cut = plain[..<half] + [Float](repeating: 0, count: 1000)
    #expect(steepest(Array(cut)) > 3 * steepest(plain))
  }

  @Test func `a tape that ends is played to its end`() {
    let engine = SoundEngine(volume: 1)
    engine.player.tapes[0].append(ramp(from: 0, count: 24_000), count: 24_000)
    engine.player.tapes[0].markEnd()
    engine.player.load(0, at: 0, serial: 1)
    let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
    defer { block.deallocate() }
    var loudest: Float = 0
    for _ in 0..<300 {
      engine.rtRender(block)
      for i in 0..<SoundFormat.block { loudest = max(loudest, block[2 * i]) }
    }
    #expect(loudest > 23_900 / 200_000, "the last frame is heard: \(loudest)")
    #expect(engine.player.state.starved == 0)
  }

  /// At any slow speed, music that is on the tape does not starve.
  @Test(arguments: [(Float(0.1), Float(0)), (0.1, 2400), (2, -2400)])
  func `no block is silent while the tape has sound`(speed: Float, cents: Float) {
    let offline = OfflineRenderer(Playlist())
    offline.engine.player.set(SoundLevels(speed: speed, cents: cents))
    var silent = 0
    offline.render(until: 14) { block in
      var isSilent = true
      for x in block where x != 0 { isSilent = false }
      if isSilent { silent += 1 }
    }
    #expect(offline.deck.state.starved == 0)
    #expect(silent < 4, "it begins at once: \(silent) blocks")
    #expect(abs(offline.deck.state.position - 14 * 48_000 * Double(speed)) < 1)
  }
}
