import Sound
import TestSupport
import Testing

/// Which way a tape goes to the output, untouched or through the stretcher, and what is told of its place.
@Suite struct DeckTests {
  private static let block = SoundFormat.block

  /// A tape of noise, so that every sample says where it comes from, and the noise itself.
  private func noise(_ frames: Int) -> (tape: Tape, samples: [Float]) {
    var random = SplitMix(7)
    let samples = (0..<frames).map { _ in Float(random.unit() - 0.5) }
    let tape = Tape()
    tape.append(samples.flatMap { [$0, -$0] }, count: frames)
    return (tape, samples)
  }

  /// Renders so many blocks; answers the left side and which of the blocks were heard.
  private func render(
    _ deck: inout Deck, _ tape: Tape, _ blocks: Int, speed: Float = 1, cents: Float = 0
  ) -> (left: [Float], heard: [Bool]) {
    var out: [Float] = []
    var heard: [Bool] = []
    var left = [Float](repeating: 9, count: Self.block)
    var right = left
    for _ in 0..<blocks {
      heard.append(
        deck.rtRender(&left, &right, count: Self.block, speed: speed, cents: cents, Unmanaged.passUnretained(tape)))
      tape.rtAdvance(to: Int64(deck.position))
      out += left
    }
    return (out, heard)
  }

  /// Renders until the stretcher has run in; answers how many blocks were silent.
  private func runIn(_ deck: inout Deck, _ tape: Tape, speed: Float = 1, cents: Float = 0) -> Int {
    for silent in 0..<60 where render(&deck, tape, 1, speed: speed, cents: cents).heard[0] { return silent }
    return 60
  }

  @Test func atTheOriginalSpeedTheTapePassesUntouchedFromTheVeryFrame() throws {
    let (tape, samples) = noise(40_000)
    var deck = Deck()
    deck.rtLoad(at: 9001, speed: 1, cents: 0)
    #expect(deck.position == 9001)
    let out = render(&deck, tape, 150)
    let silent = try #require(out.heard.firstIndex(of: true))
    #expect(silent > 0 && silent <= 18, "43 ms: \(silent) blocks")
    #expect(out.left.prefix(silent * Self.block).allSatisfy { $0 == 0 })
    let count = (150 - silent) * Self.block
    #expect(Array(out.left.dropFirst(silent * Self.block)) == Array(samples[9001..<9001 + count]))
    #expect(deck.position == 9001 + Double(count) && deck.starved == 0)
  }

  @Test(arguments: [(Float(2), Float(-2400)), (1, 100)])
  func theRunInIsOverInTime(speed: Float, cents: Float) {
    let (tape, _) = noise(60_000)
    var deck = Deck()
    deck.rtLoad(at: 20_000, speed: speed, cents: cents)
    let silent = runIn(&deck, tape, speed: speed, cents: cents)
    #expect(silent <= 42, "107 ms: \(silent) blocks")
  }

  /// Leaving and coming back are cross-fades: the first sample after leaving is the tape's own, and after coming back it is the tape's own again.
  @Test func betweenTheTwoWaysItFades() throws {
    let (tape, samples) = noise(200_000)
    var deck = Deck()
    deck.rtLoad(at: 20_000, speed: 1, cents: 0)
    _ = runIn(&deck, tape)
    let left = Int(deck.position)
    let leaving = render(&deck, tape, 20, cents: 300).left
    #expect(leaving[0] == samples[left])
    #expect(leaving[Deck.crossFade / 2] != samples[left + Deck.crossFade / 2])
    // The stretcher is heard until it holds nothing but the original, and then it fades out.
    let waiting = (Deck.settle + Self.block - 1) / Self.block
    let before = render(&deck, tape, waiting - 1)
    let place = deck.position
    #expect(before.left.suffix(Self.block) != samples[(Int(place) - Self.block)..<Int(place)])
    _ = render(&deck, tape, (Deck.crossFade + Self.block - 1) / Self.block)
    let back = render(&deck, tape, 10).left
    let end = Int(deck.position)
    #expect(deck.position == Double(end) && back == Array(samples[(end - back.count)..<end]))
    // The place is the stretcher's own: a pitch alone moves it by no more than a step of its work.
    let wanted = left + (20 + waiting - 1 + 4 + 10) * Self.block
    #expect(abs(end - wanted) < 1024, "\(end) instead of \(wanted)")
  }

  @Test(arguments: [Float(0.5), 2])
  func thePlaceGoesOnAtItsSpeed(speed: Float) {
    let (tape, _) = noise(100_000)
    var deck = Deck()
    deck.rtLoad(at: 20_000, speed: speed, cents: 0)
    _ = runIn(&deck, tape, speed: speed)
    let begin = deck.position
    _ = render(&deck, tape, 100, speed: speed)
    #expect(deck.position == begin + 100 * Double(Self.block) * Double(speed))
  }

  /// The untouched way's place runs on at the original speed while nobody hears it; the worker must not be told that so much was read.
  @Test func slowMusicReachesNoFurtherThanItReads() {
    let (tape, _) = noise(100_000)
    var deck = Deck()
    deck.rtLoad(at: 20_000, speed: 0.1, cents: 0)
    _ = runIn(&deck, tape, speed: 0.1)
    let begin = deck.rtReach()
    _ = render(&deck, tape, 400, speed: 0.1)
    let read = deck.rtReach() - begin
    #expect(read > 3000 && read < 400 * Int64(Self.block) / 5, "\(read)")
    // Untouched, the next block is always within reach.
    deck.rtLoad(at: 50_000, speed: 1, cents: 0)
    _ = runIn(&deck, tape)
    #expect(deck.rtReach() >= Int64(deck.position) + Int64(Self.block))
  }

  /// Each frame that was to be heard and was not there counts once, though two ways look for it.
  @Test func missingFramesAreCountedOnce() {
    let (tape, _) = noise(10_000)
    var deck = Deck()
    deck.rtLoad(at: 5000, speed: 1, cents: 0)
    _ = runIn(&deck, tape)
    _ = render(&deck, tape, 60)
    #expect(deck.position > 12_000 && deck.starved == Int(deck.position) - 10_000, "\(deck.starved) at \(deck.position)")
  }

  @Test func nothingIsMissedAfterTheEndOrBeforeTheStart() {
    let (tape, _) = noise(10_000)
    tape.markEnd()
    var ended = Deck()
    ended.rtLoad(at: 5000, speed: 1, cents: 0)
    _ = render(&ended, tape, 100, cents: 100)
    #expect(ended.position > 10_000 && ended.starved == 0)
    // The run-in reads what lies before the tape, and a tape that has only begun is being filled.
    var begun = Deck()
    begun.rtLoad(at: 0, speed: 1, cents: 0)
    _ = render(&begun, Tape(), 30)
    #expect(begun.starved == 0)
  }

  @Test func anotherPlaceBeginsAfreshWhateverWasHeardBefore() {
    let (tape, samples) = noise(60_000)
    var deck = Deck()
    deck.rtLoad(at: 10_000, speed: 1.3, cents: 200)
    _ = runIn(&deck, tape, speed: 1.3, cents: 200)
    _ = render(&deck, tape, 13)
    // In the middle of the fade back to the original.
    deck.rtLoad(at: 40_000, speed: 1, cents: 0)
    let silent = runIn(&deck, tape)
    #expect(silent > 0)
    #expect(render(&deck, tape, 1).left == Array(samples[(40_000 + Self.block)..<(40_000 + 2 * Self.block)]))
  }
}
