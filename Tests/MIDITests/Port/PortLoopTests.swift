import Glibc
import MIDI
import MIDIDoubles
import Notes
import TestSupport
import Testing

/// Tests of the port's thread, step by step. Ports come and go, and a sequencer fails.
@Suite struct PortLoopTests {
  private let left = SourceID(.hand, 1)

  @Test func `without a sequencer it says so and goes on looking`() {
    let world = MIDIWorld()
    world.with { $0.isThere = false }
    let rig = Rig(world: world)
    rig.play(played(left, 60))
    #expect(rig.shared.report.problem == "there is no MIDI sequencer (double): load it" && !rig.shared.report.isOpen)
    rig.turn(3)
    rig.turn(3)
    world.with { $0.isThere = true }
    rig.turn(3)
    #expect(rig.shared.report.isOpen && rig.shared.report.problem == nil && world.with(\.opens) == 3)
  }

  @Test func `devices are connected when they are plugged in and programs are not`() {
    let rig = Rig()
    rig.turn()
    rig.world.plug(20, "Keys")
    rig.world.plug(21, "A program", isHardware: false)
    rig.world.plug(14, "Midi Through")
    rig.turn()
    #expect(rig.shared.report.ports.map(\.hears) == [true, false, false])
    #expect(rig.shared.report.ports.map(\.isHeard) == [true, false, false])
  }

  /// The kernel's own ports are identified by client numbers, because a device may have any name.
  @Test func `devices are connected whatever they are called`() {
    let rig = Rig()
    for (client, name) in [(16, "Loopop Keys"), (20, "MIDI Thru Box Through"), (24, "GestureFlow"), (28, "Loop Station")] {
      rig.world.plug(UInt8(client), name)
    }
    for (client, name) in [(0, "System"), (14, "Midi Thru"), (15, "OSS sequencer")] { rig.world.plug(UInt8(client), name) }
    rig.turn()
    let connected = rig.shared.report.ports.filter(\.hears).map(\.client)
    #expect(connected == ["Loopop Keys", "MIDI Thru Box Through", "GestureFlow", "Loop Station"])
  }

  @Test func `a pattern names what is connected`() {
    func connected(_ pattern: String) -> [String] {
      var settings = MIDISettings()
      settings.connect = pattern
      let rig = Rig(settings)
      rig.world.plug(20, "Keys")
      rig.world.plug(21, "VirMIDI 1-0", isHardware: false)
      rig.world.plug(14, "Midi Through")
      rig.turn()
      return rig.shared.report.ports.filter(\.hears).map(\.client)
    }
    #expect(connected("*") == ["Keys"])
    #expect(connected("**") == ["Keys", "VirMIDI 1-0", "Midi Through"])
    #expect(connected("") == [])
    #expect(connected("virmidi, midi*through") == ["VirMIDI 1-0", "Midi Through"])
    #expect(connected("eys:keys midi ?") == ["Keys"])
  }

  /// A browser's port does this; no other program may connect it.
  @Test func `a port that connects itself receives until it is excluded`() {
    let rig = Rig()
    let port = rig.world.plug(128, "A browser", isHardware: false, takes: false, gives: false)
    rig.turn()
    #expect(rig.shared.report.ports.isEmpty)
    rig.world.with {
      $0.ports[0].hears = true
      $0.inputs.append(.changed)
    }
    rig.play(played(left, 60))
    #expect(notes(rig.world.takeHeard(port)) == [on(60)])
    rig.shared.change { preferences, ports in preferences.refuse(ports) }
    rig.turn()
    rig.play(played(left, 62, stroke: 2))
    #expect(notes(rig.world.takeHeard(port)) == [off(60)])
  }

  /// Flags of alsa/seq.h: `SND_SEQ_PORT_CAP_` READ 1, WRITE 2, SUBS_READ 32, SUBS_WRITE 64, NO_EXPORT 128.
  @Test(
    arguments: [
      (33, false, true), (66, true, false), (99, true, true), (0, false, false), (3, false, false), (130, false, false),
      (227, false, false),
    ] as [(UInt32, Bool, Bool)])
  func `the capabilities of a port decide about connections`(abilities: UInt32, takes: Bool, gives: Bool) {
    let ways = ALSASequencer.ways(abilities)
    #expect(ways.takes == takes && ways.gives == gives)
  }

  @Test func `a port that is back is silenced first and then hears who still plays`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60))
    #expect(notes(rig.world.takeHeard(port)) == [on(60)])
    rig.world.unplug(port)
    rig.play(played(left, 60))
    rig.world.plug(20, "Keys")
    rig.play(played(left, 60))
    let heard = rig.world.takeHeard(port)
    #expect(heard.dropFirst().first == cc(123, 0) && notes(heard) == [on(60)] && heard.last == on(60))
  }

  @Test func `notes silenced by a panic stay silent on a port that is back`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60))
    rig.shared.add(.panic)
    rig.play(played(left, 60))
    let heard = rig.world.takeHeard(port)
    #expect(notes(heard) == [on(60), off(60)] && heard.contains(cc(120, 0)) && heard.contains(cc(123, 0)))
    rig.world.unplug(port)
    rig.turn()
    rig.world.plug(20, "Keys")
    rig.play(played(left, 60))
    #expect(notes(rig.world.takeHeard(port)) == [])
    rig.play(played(left, 60, stroke: 2))
    #expect(notes(rig.world.takeHeard(port)) == [on(60)])
  }

  /// The thread was delayed. Of many frames the newest of each kind counts, before and after the panic.
  @Test func `messages that wait too long are merged around a panic`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    let touch = SourceID(.touch, 0)
    rig.turn()
    rig.play(played(touch, 70), kind: .touch)
    rig.shared.add(.play(.touch, playing(), heardAt: 0))
    for stroke in 1...100 as ClosedRange<UInt32> { rig.shared.add(.play(.hand, playing(played(left, 60, stroke: stroke)), heardAt: 0)) }
    rig.shared.add(.panic)
    for _ in 0..<100 { rig.shared.add(.play(.hand, playing(played(left, 60, stroke: 100)), heardAt: 0)) }
    rig.turn()
    #expect(notes(rig.world.takeHeard(port)) == [on(70), off(70), on(60), off(60)])
    rig.play(played(left, 60, stroke: 101))
    #expect(notes(rig.world.takeHeard(port)) == [on(60)])
  }

  /// A new gesture engine counts its strokes from 0.
  @Test func `a stroke that a panic silenced is forgotten with its hand`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60))
    rig.shared.add(.panic)
    rig.turn()
    rig.play()
    _ = rig.world.takeHeard(port)
    rig.play(played(left, 62))
    #expect(notes(rig.world.takeHeard(port)) == [on(62)])
  }

  /// The cable is unplugged, and the pattern reconnects it in the same poll. The synthesizer may still play
  /// unknown notes.
  @Test func `a cable that is back before anybody looked begins with silence`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60))
    _ = rig.world.takeHeard(port)
    rig.world.unplug(port)
    rig.world.plug(20, "Keys")
    rig.turn()
    let heard = rig.world.takeHeard(port)
    #expect(heard.contains(cc(123, 0)) && notes(heard) == [off(60), on(60)] && heard.last == on(60))
    rig.play()
    #expect(notes(rig.world.takeHeard(port)) == [off(60)])
  }

  @Test func `a removed cable ends its notes`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60), ahead: 0.2)
    rig.world.setCable(port, false)
    var settings = MIDISettings()
    settings.connect = ""
    rig.shared.changeSettings { $0 = settings }
    rig.turn()
    #expect(notes(rig.world.takeHeard(port)) == [on(60), off(60)])
  }

  @Test func `a person connects and disconnects`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    let program = rig.world.plug(130, "Synth", isHardware: false)
    rig.turn()
    rig.play(played(left, 60))
    rig.shared.change { preferences, ports in
      preferences.refuse(PortPreferences.named("keys", among: ports))
      preferences.ask(for: PortPreferences.named("130:0", among: ports))
    }
    rig.turn()
    #expect(notes(rig.world.takeHeard(port)) == [on(60), off(60)] && notes(rig.world.takeHeard(program)) == [on(60)])
    rig.world.unplug(port)
    rig.turn()
    rig.world.plug(24, "Keys")
    rig.turn()
    #expect(rig.shared.report.ports.map(\.hears) == [true, false])
  }

  /// The kernel has no room for the ends at that moment. They must not be dropped with the port.
  @Test func `a port excluded while the queue is full still receives note ends`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60))
    rig.world.with { for n in 1...3 { $0.faults[$0.outputs + n] = -Int(EAGAIN) } }
    rig.shared.change { preferences, ports in preferences.refuse(PortPreferences.named("keys", among: ports)) }
    rig.turn()
    #expect(notes(rig.world.takeHeard(port)) == [on(60), off(60)] && rig.world.with(\.opens) == 1)
  }

  /// A port stops accepting messages and is unplugged. A much later stall of the next port is a new one.
  @Test func `a stall ends with the port that was pulled out`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.world.with { $0.room = 0 }
    rig.play(played(left, 60))
    rig.world.unplug(port)
    rig.turn(5)
    rig.world.with {
      $0.room = 2000
      $0.faults[$0.outputs + 1] = -Int(EAGAIN)
    }
    let next = rig.world.plug(24, "Pads")
    rig.turn()
    rig.play(played(left, 62))
    #expect(notes(rig.world.takeHeard(next)).contains(on(62)) && rig.world.with(\.opens) == 1)
  }

  /// The next player of the synthesizer finds it in tune. A panic under hands that play on keeps their
  /// controls.
  @Test func `a port that leaves alone leaves no bend`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60, bend: 50))
    rig.shared.add(.panic)
    rig.turn()
    #expect(rig.world.takeHeard(port).last { if case .bend = $0 { true } else { false } } == .bend(channel: 0, bend: 10240))
    rig.shared.add(.play(.hand, playing(), heardAt: 0))
    rig.shared.add(.panic)
    rig.turn()
    #expect(rig.world.takeHeard(port).contains(.bend(channel: 0, bend: 8192)))
  }

  @Test func `the end of the mode ends all and says so`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60))
    _ = rig.world.takeHeard(port)
    var settings = MIDISettings()
    settings.isScene = false
    rig.shared.changeSettings { $0 = settings }
    rig.play(played(left, 60))
    let heard = rig.world.takeHeard(port)
    #expect(heard.first == off(60) && heard.contains(cc(123, 0)) && notes(heard).count == 1)
  }

  @Test func `a note goes out at its moment`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    let begin = rig.world.now
    rig.play(played(left, 60), ahead: 0.05)
    #expect(notes(rig.world.takeHeard(port)) == [])
    // An end with an earlier time than its start does not overtake it.
    rig.play(played(left, nil), ahead: 0.01)
    rig.world.pass(0.2)
    let times = rig.world.takeTimes(port).filter { $0.message.asNote != nil }
    #expect(times.map(\.message) == [on(60), off(60)] && times.allSatisfy { abs($0.time - begin - 0.05) < 1e-6 })
  }

  @Test func `a moment far ahead is not waited for`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60), ahead: 1000)
    rig.play(played(left, nil), ahead: .nan)
    rig.world.pass(0.3)
    #expect(notes(rig.world.takeHeard(port)) == [on(60), off(60)])
  }

  @Test func `messages without room are sent later in their order`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.world.pass(0.1)
    _ = rig.world.takeHeard(port)
    rig.world.with { state in
      for n in 1...3 { state.faults[state.outputs + n] = -Int(EAGAIN) }
      state.faults[state.outputs + 5] = -Int(ENOMEM)
    }
    rig.play(played(left, 60))
    rig.play(played(left, 62))
    for _ in 0..<6 { rig.turn() }
    #expect(notes(rig.world.takeHeard(port)) == [on(60), on(62), off(60)] && rig.world.with(\.opens) == 1)
  }

  @Test func `a sequencer that is gone is opened again and ports are silenced first`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60))
    rig.world.with { $0.faults[$0.outputs + 1] = -Int(ENODEV) }
    rig.play(played(left, 62))
    #expect(rig.shared.report.problem?.contains("modprobe snd-seq") == true && !rig.shared.report.isOpen)
    _ = rig.world.takeHeard(port)
    rig.turn(1)
    rig.play(played(left, 62))
    let heard = rig.world.takeHeard(port)
    #expect(rig.shared.report.problem == nil && heard.dropFirst().first == cc(123, 0) && notes(heard) == [on(62)])
  }

  @Test func `a sequencer that takes nothing for a second is opened again`() {
    let rig = Rig()
    rig.world.plug(20, "Keys")
    rig.turn()
    rig.world.with { $0.room = 0 }
    rig.play(played(left, 60))
    rig.turn(1.5)
    rig.turn()
    #expect(rig.shared.report.problem != nil)
    rig.world.with { $0.room = 2000 }
    rig.turn(3)
    rig.turn()
    #expect(rig.shared.report.problem == nil && rig.world.with(\.opens) == 2)
  }

  @Test func `the end waits until all has gone out`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    rig.play(played(left, 60), ahead: 0.2)
    rig.world.with { for n in 1...5 { $0.faults[$0.outputs + n] = -Int(EAGAIN) } }
    rig.loop.end()
    let heard = rig.world.takeHeard(port)
    #expect(notes(heard) == [on(60), off(60)] && heard.last == cc(120, 0, channel: 15) && !rig.world.with(\.isOpen))
  }
}
