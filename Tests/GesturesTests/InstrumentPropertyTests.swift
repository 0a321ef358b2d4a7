import Gestures
import Hands
import Notes
import SyntheticHands
import TestSupport
import Testing

/// Tests of random hands up to the MIDI output. Values stay in range, and every note that begins has one end.
@Suite struct InstrumentPropertyTests {
  private static let seeds: Range<UInt64> = Ring.isLong ? 0..<10 : 0..<3
  private static let poses: [HandPose] = [.open, .fist, .one, .three, .thumbsUp, .ok, .pinching(aperture: 0.1)]

  private func check(_ notes: PlayedNotes, _ layouts: Set<UInt8>, _ context: String) {
    for i in 0..<notes.count {
      let (played, source) = (notes[i], notes[i].source)
      #expect((0...1).contains(source.position) && (0...1).contains(source.expression) && (0...1).contains(source.modulation), "\(context)")
      #expect((0...1).contains(source.depth) && (-200...200).contains(source.bend), "\(context): \(source)")
      #expect((played.note == nil) || (layouts.contains(played.note ?? 0) && (1...127).contains(played.velocity)), "\(context): \(played)")
    }
  }

  @Test(arguments: seeds) func `nothing is left on the wire`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    func below(_ n: Int) -> Int { Int(random.unit() * Float(n)) }
    var engine = InstrumentPlay.engine()
    var settings = InstrumentSettings()
    var allowed = Set(settings.layout.notes)
    var ledger = NoteLedger()
    var sounding: Set<UInt8> = []
    var (begun, mistakes) = (0, 0)
    func hear(_ messages: NoteMessages) {
      for i in 0..<messages.count {
        if messages[i].isOn { begun += 1 }
        let isNews = messages[i].isOn ? sounding.insert(messages[i].note).inserted : sounding.remove(messages[i].note) != nil
        if !isNews { mistakes += 1 }
      }
    }
    func take(_ notes: PlayedNotes) {
      while let messages = ledger.endNext(.hand, notIn: notes) { hear(messages) }
      for i in 0..<notes.count { hear(ledger.play(notes[i], channel: 0)) }
    }
    var poses = [HandPose](repeating: .open, count: 5)
    var (places, here) = ([Float](repeating: 0.5, count: 5), [Bool](repeating: false, count: 5))
    // A hand that never rests plays nothing.
    var rests = [Bool](repeating: true, count: 5)
    var time = 0.0
    for index in 0..<3600 {
      for k in 0..<5 {
        if below(here[k] ? 80 : 20) == 0 { here[k].toggle() }
        if below(rests[k] ? 60 : 10) == 0 { rests[k].toggle() }
        if below(8) == 0 { poses[k] = Self.poses[below(Self.poses.count)] }
        if !rests[k] { places[k] += (random.unit() - 0.5) * 0.2 }
      }
      var hands = (0..<5).filter { here[$0] }.map { InstrumentPlay.hand($0, poses[$0], position: places[$0], x: 0.2 + 0.2 * Float($0)) }
      if below(50) == 0, !hands.isEmpty { hands[0].landmarks[.wrist].y = .nan }
      switch below(120) {
      case 0: engine.change(mode: engine.mode == .instrument ? .stems : .instrument)
      case 1:
        settings.layout = NoteLayout(scale: Scale.allCases[below(12)], key: Key.allCases[below(12)])
        settings.articulation = below(2) == 0 ? .legato : .retrigger
        settings.sources = 1 + below(4)
        settings.bends.toggle()
        allowed.formUnion(settings.layout.notes)
        engine.set(instrument: settings)
      case 2: while let messages = ledger.silenceNext() { hear(messages) }
      case 3: time -= 1
      default: break
      }
      time += Double(0.01 + 0.06 * random.unit())
      let control = engine.process(HandFrame(index: index, time: time, aspect: InstrumentPlay.aspect, hands: hands)).control
      // Two fists may appear by chance. They would switch the hands off.
      engine.set(handsOff: false)
      check(control.instrument ?? PlayedNotes(), allowed, "seed \(seed), frame \(index)")
      take(control.instrument ?? PlayedNotes())
      #expect(mistakes == 0 && ledger.sounding >= sounding.count, "seed \(seed), frame \(index)")
    }
    take(
      engine.process(HandFrame(index: 3600, time: time + 0.3, aspect: InstrumentPlay.aspect, hands: [])).control.instrument ?? PlayedNotes()
    )
    #expect(sounding.isEmpty && ledger.sounding == 0 && mistakes == 0 && begun > 50, "\(begun)")
  }
}
