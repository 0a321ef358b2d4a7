import Notes
import TestSupport
import Testing

/// Tests that every begin of a note has exactly one end.
/// For any sequence of sources and commands, no note sounds at the end.
@Suite struct NoteLedgerPropertyTests {
  /// The wanted notes of all sources, as a box would know them.
  private struct Stage {
    var wanted: [SourceID: (note: UInt8, stroke: UInt32)] = [:]
    var strokes: UInt32 = 0
    let sources: [SourceID]
    let notes: Int
    /// Strokes that a panic silenced.
    var spent: Set<UInt32> = []
  }

  /// Plays random actions of two or more sources on few notes.
  /// The sources often meet. The actions: appear, vanish, slide, strike, change the mode or the channel, panic.
  private func play(seed: UInt64, sources: Int, notes: Int, channels: Int) -> (ledger: NoteLedger, wire: WireListener) {
    var random = SplitMix(seed)
    func below(_ n: Int) -> Int { Int(random.unit() * Double(n)) }
    var stage = Stage(sources: (0..<sources).map { SourceID([.hand, .touch, .wire][$0 % 3], $0) }, notes: notes)
    var ledger = NoteLedger()
    var wire = WireListener()
    var channel = 0
    for step in 0..<1500 {
      let who = stage.sources[below(sources)]
      switch below(100) {
      case ..<30:
        stage.strokes += 1
        stage.wanted[who] = (UInt8(60 + below(notes)), stage.strokes)
      case ..<50: if let now = stage.wanted[who] { stage.wanted[who] = (UInt8(60 + below(notes)), now.stroke) }
      case ..<80: stage.wanted[who] = nil
      case ..<86: channel = below(channels)
      case ..<89:
        stage.wanted = [:]
        for kind in [SourceID.Kind.hand, .touch, .wire] {
          while let messages = ledger.endNext(kind, notIn: PlayedNotes()) { wire.hear(messages) }
        }
        #expect(wire.isSilent, "a mode change leaves something, seed \(seed), step \(step)")
      case ..<92:
        while let messages = ledger.silenceNext() { wire.hear(messages) }
        stage.spent.formUnion(stage.wanted.values.map(\.stroke))
        #expect(wire.isSilent, "a panic leaves something, seed \(seed), step \(step)")
      default: break
      }
      for source in stage.sources {
        let now = stage.wanted[source]
        wire.hear(
          ledger.play(source, note: now?.note, velocity: UInt8(1 + below(127)), stroke: now?.stroke ?? 0, channel: UInt8(channel)))
      }
      expectTruth(stage, ledger, wire, "seed \(seed), step \(step)")
    }
    for source in stage.sources { wire.hear(ledger.play(source, note: nil)) }
    return (ledger, wire)
  }

  /// Expects that exactly the wanted notes sound.
  private func expectTruth(_ stage: Stage, _ ledger: NoteLedger, _ wire: WireListener, _ context: String) {
    var places: Set<Int> = []
    for source in stage.sources {
      let wanted = stage.wanted[source].flatMap { stage.spent.contains($0.stroke) ? nil : $0.note }
      let played = ledger.note(of: source)
      #expect(played?.note == wanted, "\(context)")
      guard let played else { continue }
      places.insert(Int(played.channel) * 128 + Int(played.note))
      #expect(wire.sounds(played.note, on: played.channel), "\(context)")
    }
    #expect(wire.count == places.count && wire.mistakes == 0, "\(context)")
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `two sources on one channel`(seed: UInt64) {
    let (ledger, wire) = play(seed: seed, sources: 2, notes: 3, channels: 1)
    #expect(wire.isSilent && ledger.sounding == 0 && wire.mistakes == 0 && wire.ons > 300 && wire.ons == wire.offs)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `eight sources whose channel changes`(seed: UInt64) {
    let (ledger, wire) = play(seed: seed, sources: 8, notes: 6, channels: 3)
    #expect(wire.isSilent && ledger.sounding == 0 && wire.mistakes == 0 && wire.ons > 300 && wire.ons == wire.offs)
  }
}
