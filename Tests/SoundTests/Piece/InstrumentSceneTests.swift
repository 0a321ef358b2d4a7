import Foundation
import Notes
import Sound
import TestSupport
import Testing

/// Tests of the box's changes to the instrument: output, mode, panic.
@Suite struct InstrumentSceneTests {
  /// When the output changes to MIDI only, sounding notes ring out. Notes struck meanwhile begin with their
  /// next stroke.
  @Test func `another output cuts nothing and begins nothing in the middle`() {
    let bench = InstrumentBench()
    let held = bench.strike(1, 57)
    bench.hands(held)
    bench.render(50)
    bench.send { $0.isHeard = false }
    let second = bench.strike(2, 64)
    bench.hands(held, second)
    let on = bench.render(100)
    #expect(bench.state.voices == 1 && bench.state.begun == 1)
    #expect(abs(InstrumentBench.note(on) - 57) < 0.01 && abs(Signals.level(on.suffix(4000)) - Signals.level(on.prefix(4000))) < 0.001)
    bench.send { $0.isHeard = true }
    bench.hands(held, second)
    bench.render(50)
    #expect(bench.state.voices == 1 && bench.state.begun == 1, "the second one waits for its next stroke")
    bench.hands(held, bench.strike(2, 64))
    bench.render(50)
    #expect(bench.state.voices == 2 && bench.state.begun == 2)
    bench.send { $0.isHeard = false }
    bench.hands()
    bench.render(100)
    #expect(bench.state.voices == 0 && bench.state.ended == 2 && !bench.state.isSilent)
    #expect(Signals.roughest(bench.left[...]) < 0.002)
  }

  @Test func `another mode ends all notes with a fade`() {
    let bench = InstrumentBench()
    bench.send {
      $0.patch.reverbMix = 0.5
      $0.patch.delayMix = 0.5
      $0.patch.release = 5
    }
    bench.hands(bench.strike(1, 45), bench.strike(2, 52))
    bench.render(200)
    bench.send { $0.isScene = false }
    bench.render(InstrumentChannel.sceneFade / 128 + 2)
    #expect(bench.state.isSilent && bench.state.begun == 2 && bench.state.ended == 2 && bench.state.sounding.count == 0)
    #expect(bench.render(100).allSatisfy { $0 == 0 })
    // Notes played meanwhile do not wait for the mode. None of the earlier sound is left.
    let outside = bench.strike(1, 50)
    bench.hands(outside)
    bench.render(10)
    bench.send { $0.isScene = true }
    bench.hands(outside)
    let back = bench.render(200)
    // The offset that prevents denormals in the room is far below hearing.
    #expect(back.allSatisfy { abs($0) < 1e-12 } && bench.state.begun == 2 && bench.state.voices == 0)
    bench.hands(bench.strike(1, 50))
    #expect(Signals.level(bench.render(100)) > 0.05)
    #expect(Signals.roughest(bench.left[...]) < 0.002, "\(Signals.roughest(bench.left[...]))")
  }

  @Test func `a panic is over in 10 milliseconds and the next stroke sounds`() {
    let bench = InstrumentBench()
    bench.send {
      $0.patch.release = 20
      $0.patch.delayMix = 1
      $0.patch.delayFeedback = 0.95
      $0.patch.reverbMix = 1
    }
    let held = bench.strike(1, 45)
    bench.hands(held)
    bench.port.note(on: 40, velocity: 100, channel: 3)
    bench.render(300)
    bench.port.panic()
    bench.hands(held)
    bench.render(InstrumentChannel.panicFade / 128 + 2)
    #expect(bench.render(50).allSatisfy { abs($0) < 1e-6 })
    #expect(bench.state.voices == 0 && bench.state.begun == 2 && bench.state.ended == 2 && bench.state.sounding.count == 0)
    bench.hands(bench.strike(1, 57))
    #expect(Signals.level(bench.render(50)) > 0.05 && bench.state.sounding[SourceID(.hand, 1)] == 57)
    #expect(Signals.roughest(bench.left[...]) < 0.004, "\(Signals.roughest(bench.left[...]))")
  }

  /// The note is struck in the frame right after the panic. It sounds as soon as the rest has faded.
  @Test func `a stroke right after a panic is not lost`() {
    let bench = InstrumentBench()
    bench.hands(bench.strike(1, 45))
    bench.render(100)
    bench.port.panic()
    bench.render(1)
    bench.hands(bench.strike(1, 57))
    bench.render(20)
    let later = bench.render(50)
    #expect(abs(InstrumentBench.note(later) - 57) < 0.01 && Signals.level(later) > 0.15)
    #expect(Signals.roughest(bench.left[...]) < 0.003, "\(Signals.roughest(bench.left[...]))")
  }

  @Test func `the volume fades the echoes too`() {
    let bench = InstrumentBench()
    bench.send {
      $0.patch.reverbMix = 0.3
      $0.patch.reverbLow = 10
    }
    bench.hands(bench.strike(1, 57))
    bench.render(300)
    bench.send { $0.volume = 0 }
    bench.render(3)
    #expect(bench.render(20).allSatisfy { $0 == 0 } && bench.state.voices == 1)
    bench.send { $0.volume = 1 }
    #expect(Signals.level(bench.render(50)) > 0.05)
    // A fade of 5 ms from 0.4 has corners of 0.4 / 240.
    #expect(Signals.roughest(bench.left[...]) < 0.003, "\(Signals.roughest(bench.left[...]))")
  }
}
