import Sound
import TestSupport
import Testing

/// Tests of the sound's levels. While nothing is rendered no change is lost, and for any order of changes the last
/// one sets the state.
@Suite struct SoundLevelsTests {
  /// Renders interleaved blocks of an engine after its deck has filled the tape.
  /// - Returns: the left side.
  private func render(_ engine: SoundEngine, _ deck: Deck, seconds: Double) -> [Float] {
    var out: [Float] = []
    let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
    defer { block.deallocate() }
    for _ in 0..<Int(seconds * Double(SoundFormat.rate)) / SoundFormat.block {
      while deck.fill() {}
      engine.rtRender(block)
      for i in 0..<SoundFormat.block { out.append(block[2 * i]) }
    }
    return out
  }

  @Test func `with the card away no pause and no return is lost`() {
    let engine = SoundEngine()
    let deck = Deck(engine, playlist: Playlist())
    while deck.fill() {}
    // The card is away, so no block is rendered. Hands come and go more often than any ring is long.
    for round in 0..<1000 { engine.player.set(SoundLevels(isAway: round % 2 == 0)) }
    #expect(Signals.level(render(engine, deck, seconds: 1).suffix(24_000)) > 0.01, "hands are there: it sounds")
    for round in 0..<1001 { engine.player.set(SoundLevels(isAway: round % 2 == 0)) }
    #expect(render(engine, deck, seconds: 0.5).suffix(12_000).allSatisfy { $0 == 0 }, "no person is there: silence")
    engine.player.set(SoundLevels(isPaused: true, isAway: true))
    engine.player.set(SoundLevels(isPaused: true))
    #expect(render(engine, deck, seconds: 0.2).allSatisfy { $0 == 0 }, "hands do not end a person's pause")
    engine.player.set(SoundLevels())
    #expect(Signals.level(render(engine, deck, seconds: 1).suffix(24_000)) > 0.01)
  }

  @Test func `a full ring loses no command`() {
    let engine = SoundEngine()
    let deck = Deck(engine, playlist: Playlist())
    engine.player.set(SoundLevels(isPaused: true))
    // More tones than the ring holds arrive while no block is rendered. Only the last one is loud.
    for _ in 0..<200 { engine.post(.tone(frequency: 440, level: 0, seconds: 0.01)) }
    engine.post(.tone(frequency: 880, level: 0.5, seconds: 0.35))
    #expect(engine.refusedPushes.load() > 100)
    let out = render(engine, deck, seconds: 0.5)
    #expect(Signals.level(out[...]) > 0.01, "the last tone is heard")
  }

  @Test func `nonsense is brought into range`() {
    let wild = SoundLevels(speed: .nan, cents: .infinity, volume: -.infinity, captureTime: .nan).inRange
    #expect(wild == SoundLevels(speed: 1, cents: 2400, volume: 0))
    #expect(SoundLevels(speed: 9, cents: -9999, volume: 3).inRange == SoundLevels(speed: 2, cents: -2400, volume: 1))
    #expect(SoundLevels(volume: .nan).inRange.volume == 0.8)
    #expect(SoundLevels(filter: .nan).inRange.filter == 0 && SoundLevels(filter: -9).inRange.filter == -1)
  }

  /// A frame's values are timed once, when they arrive.
  @Test func `the frame behind a value is timed once`() {
    let engine = SoundEngine()
    let deck = Deck(engine, playlist: Playlist())
    engine.player.set(SoundLevels(captureTime: 1))
    _ = render(engine, deck, seconds: 0.01)
    engine.player.set(SoundLevels(volume: 0.4, captureTime: 1))
    _ = render(engine, deck, seconds: 0.01)
    engine.player.set(SoundLevels(volume: 0.4))
    _ = render(engine, deck, seconds: 0.01)
    #expect(engine.player.controlLatency.summary().count == 1)
  }
}
