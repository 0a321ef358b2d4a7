import GestureFlowAPI
import MIDI
import Modes
import ModesDoubles
import Testing

/// A received clock sets the tempo of stems and echoes. The box must be set to follow it.
@Suite struct ClockInTests {
  private func band(mode: Mode = .stems) throws -> Band { try Band(follows: true, mode: mode) }

  @Test func `the stems play in the tempo of the clock and follow a step`() throws {
    let band = try band()
    band.hear(.start)
    band.run(5, clock: 120)
    // Half a per cent of tempo aligns the beats.
    #expect(abs(band.bpm - 120) < 0.7, "\(band.bpm)")
    #expect(abs((band.status.clockBPM ?? 0) - 120) < 0.3 && band.status.clockRunning)
    band.run(1.2, clock: 130)
    #expect(abs(band.bpm - 130) < 1.7, "\(band.bpm) two beats after the step")
    band.run(4, clock: 130)
    #expect(abs(band.bpm - 130) < 0.8 && abs(band.controls.view.instrument.values.tempo - 130) < 0.2, "echoes go by it, too")
    #expect(band.notices == ["the tempo follows the MIDI clock"], "\(band.notices)")
  }

  @Test func `the beats come together as they are heard`() throws {
    let band = try band()
    band.run(0.1)
    band.hear(.start)
    let start = band.now + 0.001
    band.run(25, clock: 120)
    let apart = (band.now - start) * 2 - band.beat
    #expect(abs(apart - apart.rounded()) < 0.01, "\(apart) beats")
  }

  @Test func `a clock that is lost leaves the tempo and is reported once`() throws {
    let band = try band()
    band.run(3, clock: 120)
    let tempo = band.stems.values.tempo
    band.run(0.4)
    #expect(band.status.clockBPM != nil)
    band.run(0.3)
    #expect(band.status.clockBPM == nil && !band.status.clockRunning)
    band.run(3)
    #expect(abs(band.stems.values.tempo - tempo) < 0.002 && band.engine.stems.state.isSilent == false)
    #expect(band.notices.count == 2 && band.notices.last == "the MIDI clock has stopped, so the set keeps its last tempo: start the clock")
    band.run(2, clock: 125)
    band.run(2)
    #expect(band.notices.count == 2, "soon again: it is not told again: \(band.notices)")
  }

  @Test(arguments: [(1000.0, "1000 BPM, and the limit is 400"), (50, "from half to twice the set's tempo"), (230, "from half to twice")])
  func `a clock that cannot be followed is reported once and leaves the tempo`(bpm: Double, reason: String) throws {
    let band = try band()
    band.run(0.5)
    // Jitter of 1 ms is a third of a tick at 1000 BPM. The measured tempo may differ.
    band.run(6, clock: bpm)
    #expect(band.bpm == 110 && band.notices.count <= 2, "\(band.notices)")
    #expect(band.notices.contains { $0.contains(bpm == 1000 ? "the limit is 400" : reason) }, "\(band.notices)")
  }

  @Test func `start and stop play and pause the stems`() throws {
    let band = try band()
    band.run(1, clock: 120)
    band.hear(.stop)
    band.run(1, clock: 120)
    #expect(band.controls.values.isPaused && band.engine.stems.state.isSilent && !band.status.clockRunning)
    let place = band.engine.stems.state.place
    band.hear(.continue)
    band.run(1, clock: 120)
    #expect(!band.controls.values.isPaused && band.engine.stems.state.place > place && band.status.clockRunning)
    band.controls.pause()
    band.run(1, clock: 120)
    #expect(band.controls.values.isPaused, "what a person does counts until the next start")
  }

  @Test func `in other modes no player is paused and echoes follow`() throws {
    for mode in [Mode.player, .instrument] {
      let band = try band(mode: mode)
      band.hear(.start)
      band.run(3, clock: 50)
      band.hear(.stop)
      band.run(0.5, clock: 50)
      #expect(!band.controls.values.isPaused && abs(band.controls.view.instrument.values.tempo - 50) < 0.3, "\(mode)")
      #expect(band.notices == ["the tempo follows the MIDI clock"], "\(band.notices)")
    }
  }

  @Test func `with the tempo of the set no clock is followed`() throws {
    let band = try Band()
    band.hear(.start)
    band.run(2, clock: 120)
    band.hear(.stop)
    band.run(1, clock: 120)
    #expect(band.bpm == 110 && !band.controls.values.isPaused && band.controls.view.instrument.values.tempo == 120 && band.notices.isEmpty)
    #expect(band.status.clockBPM != nil, "it is shown")
  }

  @Test func `while the clock says it the tempo cannot be set here`() throws {
    let band = try band()
    #expect(throws: Never.self) { try band.controller.checkFree() }
    band.run(2, clock: 120)
    let problem = #expect(throws: Problem.self) { try band.controller.checkFree() }
    #expect(problem?.detail.contains("tempo.source set") == true)
    band.run(1)
    #expect(throws: Never.self) { try band.controller.checkFree() }
    band.run(2, clock: 50)
    #expect(throws: Never.self) { try band.controller.checkFree() }
  }

  @Test func `song positions forwards and backwards do no harm`() throws {
    let band = try band()
    band.hear(.start)
    band.run(2, clock: 120)
    for position in [800, 0, 16383, 3] {
      band.hear(.position(position))
      band.run(0.2, clock: 120)
    }
    #expect(band.notices.filter { $0.contains("song position") }.count == 1, "\(band.notices)")
    band.hear(.stop)
    band.hear(.position(0))
    band.hear(.continue)
    band.run(3, clock: 120)
    #expect(abs(band.bpm - 120) < 0.7 && band.engine.stems.state.apart == 0)
  }

  @Test func `a flood of clocks does no harm`() throws {
    let band = try band()
    for message in [ClockMessage.tick, .start, .stop] {
      for i in 0..<50_000 { band.controller.hear(message, at: band.now + Double(i) * 2e-5) }
      band.run(0.1)
    }
    #expect(band.bpm == 110 && band.notices.count <= 2, "\(band.notices)")
    band.run(0.6)
    band.hear(.start)
    band.run(4, clock: 120)
    #expect(abs(band.bpm - 120) < 0.7 && !band.controls.values.isPaused, "a good clock is followed again")
  }
}
