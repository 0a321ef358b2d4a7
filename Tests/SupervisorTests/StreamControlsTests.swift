import GestureFlowAPI
import Gestures
import Sound
import ExternalSources
import Supervisor
import Synchronization
import Testing

/// The one store of how someone else's music is played: who may change what, and what hands ask for in vain.
@Suite struct StreamControlsTests {
  private final class Count: Sendable {
    let told = Mutex(0)
    var now: Int { told.withLock { $0 } }
  }

  private func frame(volume: Float? = nil, cents: Float? = nil, speed: Bool = false) -> StreamControl {
    var control = StreamControl(volume: volume ?? 0.8, pitchCents: cents ?? 0)
    control.volumeHeld = volume != nil
    control.pitchGrip = cents == nil ? nil : .spread
    control.asksForSpeed = speed
    return control
  }

  @Test func `a pipes pitch is the hands and a persons`() {
    let controls = StreamControls()
    controls.set(can: [.play, .pause, .volume, .pitch])
    controls.hands(frame(cents: -150))
    #expect(controls.values.pitchCents == -150 && controls.takeRefused().isEmpty)
    controls.set(pitchCents: 300)
    controls.hands(frame(cents: -160))
    #expect(controls.values.pitchCents == 300, "the hands do not know it yet")
    #expect(controls.takeOutside(volume: nil).pitchCents == 300)
    controls.hands(frame(cents: 290))
    controls.hands(frame())
    #expect(controls.values.pitchCents == 0, "letting go is their last word")
    controls.hands(frame())
    controls.set(pitchCents: 2400)
    #expect(controls.values.pitchCents == 2400)
  }

  /// A source without a pitch refuses nothing that goes home, and the hands are told what holds.
  @Test func `a pitch on its way home is taken where there is one`() {
    let controls = StreamControls()
    controls.set(can: [.play, .pause, .volume, .pitch])
    controls.hands(StreamControl(pitchCents: 250), glides: true)
    #expect(controls.values.pitchCents == 250)
    controls.set(can: [.play, .pause, .volume])
    controls.hands(StreamControl(pitchCents: 100), glides: true)
    #expect(controls.values.pitchCents == 250 && controls.takeRefused().isEmpty)
    #expect(controls.takeOutside(volume: nil).pitchCents == 250)
  }

  @Test func `what the source does not is refused once for each time that hands take hold`() {
    let controls = StreamControls()
    controls.set(can: [.play, .pause])
    for _ in 0..<30 { #expect(controls.hands(frame(volume: 0.4, cents: 100, speed: true)) == [.volume, .pitch, .speed]) }
    #expect(controls.takeRefused() == [.volume, .pitch, .speed])
    #expect(controls.takeRefused().isEmpty && controls.values.pitchCents == 0)
    #expect(controls.takeOutside(volume: nil).pitchCents == 0, "the hands go on from what holds")
    controls.hands(frame())
    for _ in 0..<30 { controls.hands(frame(speed: true)) }
    #expect(controls.takeRefused() == [.speed])
    controls.hands(nil)
    for _ in 0..<100 {
      controls.hands(frame(speed: true))
      controls.hands(frame())
    }
    #expect(controls.takeRefused().count == 8, "nobody listens, and it does not grow")
  }

  @Test func `hands of another mode wake nobody`() {
    let (controls, count) = (StreamControls(), Count())
    controls.observe { count.told.withLock { $0 += 1 } }
    var whole = Controls.Values()
    func follow(_ body: (inout Controls.Values) -> Void) -> Int {
      body(&whole)
      let before = count.now
      controls.follow(whole)
      controls.tell()
      return count.now - before
    }
    let elsewhere = [follow { $0.speed = 1.5 }, follow { $0.volume = 0.3 }, follow { $0.isAway = true }]
    #expect(elsewhere == [0, 0, 0] && controls.whole == whole, "it is known all the same")
    let changes = [follow { $0.isBetween = true }, follow { ($0.mode, $0.isBetween) = (.stems, false) }, follow { $0.mode = .stream }]
    #expect(changes == [1, 1, 1])
    let here = [follow { $0.volume = 0.4 }, follow { _ in }]
    #expect(here == [1, 0])
  }

  @Test func `without a source the volume is the boxs own`() {
    let controls = StreamControls()
    #expect(controls.hands(frame(volume: 0.2)) == [.pitch, .speed] && controls.takeRefused().isEmpty)
  }

  @Test func `the boxs volume follows the hands only where the source does`() {
    let engine = SoundEngine()
    let stream = StreamControls()
    let controls = Controls(engine, stream: stream)
    controls.set(mode: .stream)
    _ = controls.takeOutside()
    func hands(_ volume: Float?) { controls.hands(ControlFrame(time: 1, handsPresent: true, values: .stream(frame(volume: volume))), []) }
    stream.set(can: [.play, .pause, .volume])
    hands(0.3)
    #expect(abs(controls.values.volume - 0.3) < 1e-6)
    stream.set(can: [.play, .pause])
    hands(0.9)
    #expect(abs(controls.values.volume - 0.3) < 1e-6 && controls.takeOutside().volume == controls.values.volume)
    hands(nil)
    _ = controls.takeOutside()
    stream.set(can: [.play, .pause, .volume])
    hands(0.6)
    #expect(abs(controls.values.volume - 0.6) < 1e-6)
  }

  /// Each mode's hands have a volume of their own: another mode is told what holds.
  @Test func `another modes hands are told the volume`() {
    let controls = Controls(SoundEngine(), stream: StreamControls())
    _ = controls.takeOutside()
    controls.set(mode: .stream)
    #expect(controls.takeOutside() == Controls.Outside(volume: 0.8))
  }

  @Test func `who listens is told once and after the lock`() {
    let count = Count()
    let stream = StreamControls()
    let controls = Controls(SoundEngine(), stream: stream)
    stream.observe {
      // Within a lock this would wait for ever.
      _ = (controls.values, stream.values)
      count.told.withLock { $0 += 1 }
    }
    controls.set(mode: .stream)
    let first = count.now
    controls.pause()
    #expect(count.now == first + 1 && stream.whole.isPaused)
    controls.pause()
    #expect(count.now == first + 1, "nothing has changed")
    stream.choose("mpv")
    #expect(count.now == first + 2)
  }

  @Test func `a mode that waits is not heard before it begins`() {
    let engine = SoundEngine()
    let stems = StemControls(engine.stems)
    let controls = Controls(engine, stems: stems, instrument: InstrumentControls(engine.instrument))
    controls.set(mode: .stems, waits: true)
    #expect(!engine.stems.wanted.isScene && !engine.player.wanted.isHeard && controls.values.heard == nil)
    controls.begin(.notes)
    #expect(controls.values.isBetween, "it is another mode")
    controls.begin(.stems)
    #expect(engine.stems.wanted.isScene && controls.values.heard == .stems)
    controls.set(mode: .instrument, waits: true)
    #expect(!engine.stems.wanted.isScene && !engine.instrument.wanted.isScene)
    controls.begin(.notes)
    #expect(engine.instrument.wanted.isScene)
    controls.hold(.notes)
    #expect(!engine.instrument.wanted.isScene)
  }
}
