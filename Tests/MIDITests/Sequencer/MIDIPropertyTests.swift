import Glibc
import MIDI
import Notes
import TestSupport
import Testing

/// Tests with random notes of two hands on one channel. Box, ports and sequencer change at random, and on every
/// wire each note start has exactly one end.
@Suite struct MIDIPropertyTests {
  private struct Stage {
    var random: SplitMix
    var wanted: [SourceID: (note: UInt8, stroke: UInt32)] = [:]
    var strokes: UInt32 = 0
    var settings = MIDISettings()
    var wires: [MIDIAddress: SynthListener] = [:]
    let sources = [SourceID(.hand, 1), SourceID(.hand, 2), SourceID(.touch, 0)]
    var kinds: [SourceID.Kind] { [.hand, .touch] }

    mutating func below(_ n: Int) -> Int { Int(random.unit() * Double(n)) }
    mutating func note() -> UInt8 { UInt8(60 + below(3)) }
    /// Returns equal notes for all three kinds, so that they often meet.
    func notes(_ kind: SourceID.Kind) -> PlayedNotes {
      playing(sources.filter { $0.kind == kind }.compactMap { id in wanted[id].map { played(id, $0.note, stroke: $0.stroke) } })
    }
  }

  private func listen(_ rig: Rig, _ stage: inout Stage) {
    let isLost = !rig.world.with(\.isOpen)
    for port in stage.wires.keys {
      stage.wires[port]?.hear(rig.world.takeHeard(port))
      if isLost { stage.wires[port]?.orphan() }
    }
  }

  private func step(_ rig: Rig, _ stage: inout Stage) {
    let who = stage.sources[stage.below(stage.sources.count)]
    let port = MIDIAddress(client: UInt8(20 + stage.below(2)), port: 0)
    let isPlugged = rig.world.with { state in state.ports.contains { $0.address == port } }
    // Faults are short; otherwise few notes would sound.
    if stage.below(4) == 0 {
      (stage.settings.isScene, stage.settings.isHeard) = (true, true)
      rig.world.with { $0.isThere = true }
      if !isPlugged { rig.world.plug(port.client, "Synth \(port.client)") }
    }
    switch stage.below(100) {
    case ..<30:
      stage.strokes += 1
      stage.wanted[who] = (stage.note(), stage.strokes)
    case ..<50: if let now = stage.wanted[who] { stage.wanted[who] = (stage.note(), now.stroke) }
    case ..<75: stage.wanted[who] = nil
    case ..<78: stage.settings.isScene = false
    case ..<81: stage.settings.isHeard = false
    case ..<83: stage.settings.isMPE.toggle()
    case ..<85: stage.settings.channel = 1 + stage.below(16)
    case ..<86: stage.settings.isPerSource.toggle()
    case ..<89: rig.shared.add(.panic)
    case ..<92:
      rig.world.unplug(port)
      listen(rig, &stage)
      stage.wires[port]?.lose()
    case ..<94: if isPlugged { rig.world.setCable(port, stage.below(2) == 0) }
    case ..<96: rig.world.with { $0.faults[$0.outputs + 1 + Int($0.pending.count % 3)] = -Int(ENODEV) }
    case ..<98: rig.world.with { for n in 1...4 { $0.faults[$0.outputs + n] = -Int(n % 2 == 0 ? EAGAIN : ENOMEM) } }
    default: rig.world.with { $0.isThere = false }
    }
    rig.shared.changeSettings { $0 = stage.settings }
    let ahead = Double(stage.below(3)) * 0.01
    for kind in stage.kinds { rig.shared.add(.play(kind, stage.notes(kind), heardAt: rig.world.now + ahead)) }
    rig.turn(stage.below(20) == 0 ? 3 : 0.03)
    listen(rig, &stage)
  }

  @Test(arguments: 0..<30 as Range<UInt64>) func `every begin has one end`(seed: UInt64) {
    let rig = Rig()
    var stage = Stage(random: SplitMix(seed))
    for client in 20..<22 as Range<UInt8> { stage.wires[rig.world.plug(client, "Synth \(client)")] = SynthListener() }
    for _ in 0..<1500 { step(rig, &stage) }
    rig.world.with { ($0.isThere, $0.faults) = (true, [:]) }
    rig.turn(3)
    rig.turn(3)
    rig.loop.end()
    listen(rig, &stage)
    for (port, wire) in stage.wires {
      #expect(wire.isSilent && wire.mistakes == 0 && wire.ons == wire.offs, "seed \(seed), \(port): \(wire)")
      #expect(wire.cutsByMessage == 0, "seed \(seed), \(port): no end of its own came for \(wire.cutsByMessage) notes")
      #expect(wire.ons > 50 && wire.cuts < wire.ons / 4, "seed \(seed): \(wire)")
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>) func `exactly the played notes sound`(seed: UInt64) {
    let rig = Rig()
    var stage = Stage(random: SplitMix(seed &+ 100))
    let port = rig.world.plug(20, "Synth")
    stage.wires[port] = SynthListener()
    for round in 0..<100 {
      for _ in 0..<15 { step(rig, &stage) }
      // All faults are over, and every source strikes again.
      (stage.settings.isScene, stage.settings.isHeard) = (true, true)
      rig.world.with { ($0.isThere, $0.faults) = (true, [:]) }
      if rig.world.with({ state in !state.ports.contains { $0.address == port } }) { rig.world.plug(20, "Synth") }
      for id in stage.sources where stage.wanted[id] != nil {
        stage.strokes += 1
        stage.wanted[id]?.stroke = stage.strokes
      }
      rig.shared.changeSettings { $0 = stage.settings }
      for _ in 0..<2 {
        rig.turn(3)
        for kind in stage.kinds { rig.shared.add(.play(kind, stage.notes(kind), heardAt: 0)) }
        rig.turn(0.3)
      }
      listen(rig, &stage)
      let wanted = Set(stage.wanted.values.map(\.note))
      #expect(Set(stage.wires[port]?.notes ?? []) == wanted, "seed \(seed), round \(round)")
    }
  }
}
