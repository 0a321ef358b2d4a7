import Foundation
import Notes
import Sound
import TestSupport
import Testing

/// Random actions of hands, touches and wires during changes of modes and outputs, and panics. Every note has
/// its end, and at the end the instrument is silent.
@Suite struct InstrumentPropertyTests {
  private struct Stage {
    var random: SplitMix
    var strokes: UInt32 = 0
    var hands: [Int: PlayedNote] = [:]
    var touches: [Int: PlayedNote] = [:]

    mutating func below(_ n: Int) -> Int { Int(random.unit() * Double(n)) }

    /// Makes one source appear, slide, strike, become silent or disappear.
    mutating func change(_ kind: SourceID.Kind) {
      var all = kind == .hand ? hands : touches
      let number = below(5)
      var played = all[number] ?? PlayedNote(Source(SourceID(kind, number)))
      switch below(5) {
      case 0:
        strokes += 1
        (played.stroke, played.note) = (strokes, UInt8(40 + below(40)))
        played.velocity = UInt8(1 + below(127))
      case 1: if played.note != nil { played.note = UInt8(40 + below(40)) }
      case 2: played.note = nil
      case 3:
        all[number] = nil
        if kind == .hand { hands = all } else { touches = all }
        return
      default:
        played.source.bend = Float(below(401) - 200)
        played.source.expression = Float(random.unit())
        played.source.depth = Float(random.unit())
        played.source.modulation = Float(random.unit())
      }
      all[number] = played
      if kind == .hand { hands = all } else { touches = all }
    }

    func notes(_ kind: SourceID.Kind) -> PlayedNotes {
      var notes = PlayedNotes()
      for (_, played) in (kind == .hand ? hands : touches).sorted(by: { $0.key < $1.key }) { notes.append(played) }
      return notes
    }
  }

  private func wire(_ bench: InstrumentBench, _ stage: inout Stage) {
    let (channel, note) = (stage.below(3), 50 + stage.below(12))
    let due = stage.below(3) == 0 ? bench.state.rendered + Int64(stage.below(1000)) : 0
    switch stage.below(12) {
    case ..<5: bench.port.note(on: note, velocity: 1 + stage.below(127), channel: channel, due: due)
    case ..<9: bench.port.note(off: note, channel: channel, due: due)
    case 9: bench.port.control(64, stage.below(128), channel: channel, due: due)
    case 10: bench.port.control([1, 11, 74, 120, 121, 123][stage.below(6)], stage.below(128), channel: channel, due: due)
    default: bench.port.bend(Float(stage.below(5) - 2), channel: channel, due: due)
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>) func `every note ends`(seed: UInt64) {
    let bench = InstrumentBench()
    var stage = Stage(random: SplitMix(seed))
    bench.send {
      $0.patch.portamento = seed % 3 == 0 ? 0.5 : 0
      $0.patch.delayMix = 0.3
      $0.patch.reverbMix = 0.2
    }
    for _ in 0..<4000 {
      switch stage.below(40) {
      case ..<18: stage.change(.hand)
      case ..<24: stage.change(.touch)
      case ..<34: wire(bench, &stage)
      case 34: bench.send { $0.isHeard = stage.below(3) > 0 }
      case 35: bench.send { $0.isScene = stage.below(4) > 0 }
      case 36: if stage.below(4) == 0 { bench.port.panic() }
      case 37: if stage.below(4) == 0 { bench.port.endWire() }
      default: bench.render(1, count: 1 + stage.below(128))
      }
      // Some frames are lost, as in practice.
      if stage.below(3) > 0 { bench.port.play(.hand, stage.notes(.hand)) }
      if stage.below(3) > 0 { bench.port.play(.touch, stage.notes(.touch)) }
      let state = bench.state
      #expect(state.voices <= 16 && state.begun - state.ended >= state.sounding.count && state.begun - state.ended <= 64)
    }
    bench.send {
      $0.isScene = true
      $0.isHeard = true
    }
    bench.render(30)
    // Pedals come up, keys are released, and players leave. No note may remain, and no panic has cut one.
    for channel in 0..<3 {
      bench.port.control(64, 0, channel: channel)
      for note in 50..<62 { bench.port.note(off: note, channel: channel) }
    }
    bench.port.play(.hand, PlayedNotes())
    bench.port.play(.touch, PlayedNotes())
    bench.render(100)
    let left = bench.state
    #expect(left.voices == 0 && left.sounding.count == 0, "seed \(seed): \(left.voices) voices")
    #expect(left.begun == left.ended && left.begun > 100, "seed \(seed): \(left.begun) and \(left.ended)")
    bench.port.play(.hand, stage.notes(.hand))
    bench.port.play(.touch, stage.notes(.touch))
    bench.render(20)
    // Players that are still there continue: a fresh stroke of each sounds.
    bench.port.panic()
    bench.hands(bench.strike(77, 60))
    bench.render(20)
    bench.hands(bench.strike(77, 61))
    bench.render(1)
    #expect(bench.state.sounding[SourceID(.hand, 77)] == 61)
    bench.port.play(.hand, PlayedNotes())
    bench.port.play(.touch, PlayedNotes())
    bench.render(60)
    let state = bench.state
    #expect(state.begun == state.ended && state.begun > left.begun, "seed \(seed): \(state.begun) and \(state.ended)")
    #expect(state.sounding.count == 0 && state.voices == 0 && state.resets == 0, "seed \(seed)")
    #expect(bench.left.allSatisfy { $0.isFinite })
  }
}
