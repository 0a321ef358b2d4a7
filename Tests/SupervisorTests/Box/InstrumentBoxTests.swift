import Foundation
import GestureFlowAPI
import ModesDoubles
import Notes
import Realtime
import Settings
import Sound
import Supervisor
import TestSupport
import Testing

/// Tests of requests to a box in mode instrument, and of its answers.
@Suite(.serialized) struct InstrumentBoxTests {
  /// A box without a clock; the test renders its blocks.
  private final class Instrument {
    let box: Box
    private let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)

    init() throws {
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.freeRunning = true
      box = try Box(settings, log: BootLog(quiet: true))
    }
    deinit { block.deallocate() }

    func render(_ blocks: Int = 40) { for _ in 0..<blocks { box.engine.rtRender(block) } }

    func refusal(_ command: Command) -> Problem? {
      do throws(Problem) { try box.carryOut(command) } catch { return error }
      return nil
    }
  }

  private static let asks: [Command] = [
    .scale("blues"), .key("D"), .range(NoteSpan(low: 36, high: 60)!), .waveform(.square), .effect(.reverb, 0.25), .sound("plain saw"),
    .bend(true),
    .legato(false),
  ]

  @Test func `in mode player they are refused with the way there`() throws {
    let instrument = try Instrument()
    for command in Self.asks {
      let problem = instrument.refusal(command)
      #expect(
        problem?.status == 409 && problem?.detail.hasSuffix("belongs to mode instrument: run gfctl mode instrument first") == true,
        "\(command)")
    }
    #expect(instrument.box.status.instrument == nil && instrument.refusal(.panic) == nil, "a panic is heard everywhere")
  }

  @Test func `in mode instrument they are carried out`() throws {
    let instrument = try Instrument()
    try instrument.box.carryOut(.mode(.instrument))
    let name = try #require(instrument.box.status.instrument?.sounds.first)
    for command in Self.asks where command.name != .sound { #expect(instrument.refusal(command) == nil, "\(command)") }
    let status = try #require(instrument.box.status.instrument)
    #expect(status.scale == "blues" && status.key == "D" && status.rangeLow == 36 && status.rangeHigh == 60)
    #expect(status.waveform == .square && status.effects.reverb == 0.25 && status.bend && status.articulation == .retrigger)
    // The scale's lowest note in the range is the seventh below the key.
    #expect(status.zones.first?.name == "C2" && status.zones.first?.isRoot == false && status.zones.filter(\.isFifth).count == 2)
    #expect(status.zones.dropFirst().first?.name == "D2" && status.zones.dropFirst().first?.isRoot == true)
    #expect(status.locked.isEmpty && status.sources.isEmpty && status.voices == 0)
    // Zones are stacked in the part of the frame that maps heights to notes.
    #expect(abs((status.zones.first?.bottom ?? 0) - Double(NoteField.bottom)) < 1e-3)
    #expect(abs((status.zones.last?.top ?? 0) - Double(NoteField.top)) < 1e-3)
    #expect(zip(status.zones, status.zones.dropFirst()).allSatisfy { abs($0.top - $1.bottom) < 1e-3 })
    let said = try instrument.box.carryOut(.sound(name.uppercased()))
    #expect(said == "the sound is \(name)", "capitals do not matter")
    let missing = instrument.refusal(.sound("no such sound"))
    #expect(missing?.status == 404 && missing?.detail.contains(name) == true, "and which there are is said")
  }

  @Test func `next and previous are sounds and folders are scales`() throws {
    let instrument = try Instrument()
    try instrument.box.carryOut(.mode(.instrument))
    let sounds = try #require(instrument.box.status.instrument?.sounds)
    try instrument.box.carryOut(.sound(sounds[0]))
    try instrument.box.carryOut(.next)
    #expect(instrument.box.status.instrument?.sound == sounds[1 % sounds.count])
    try instrument.box.carryOut(.prev)
    try instrument.box.carryOut(.prev)
    #expect(instrument.box.status.instrument?.sound == sounds[sounds.count - 1], "round and round")
    let said = try instrument.box.carryOut(.nextFolder)
    #expect(said == "pentatonicMinor in C: 11 notes from C3 to C5" && instrument.box.status.instrument?.scale == "pentatonicMinor")
  }

  @Test func `commands of the player are rejected and the box takes the rest`() throws {
    let instrument = try Instrument()
    try instrument.box.carryOut(.mode(.instrument))
    for command in [Command.seek(seconds: 1), .speed(1.5), .pitch(cents: 100), .select(track: "1"), .mute(channel: 1)] {
      #expect(instrument.refusal(command)?.status == 409, "\(command)")
    }
    try instrument.box.carryOut(.volume(0.25))
    try instrument.box.carryOut(.tempo(bpm: 96))
    let said = try instrument.box.carryOut(.pause)
    let wanted = instrument.box.engine.instrument.wanted
    #expect(said == "notes are off until play" && instrument.box.status.control.paused && wanted.tempo == 96)
    #expect(wanted.volume == Float(VolumeCurve.gain(0.25)) && instrument.box.status.control.volume == 0.25)
  }

  @Test func `without AMIDI port it goes on by its own sound`() throws {
    let instrument = try Instrument()
    #expect(instrument.refusal(.output(.midi))?.status == 409 && instrument.box.status.output == .audio)
    instrument.box.controls.change { $0.instrument.attach(MIDIDouble(MIDIStatus(available: false, problem: "no /dev/snd/seq"))) }
    let problem = instrument.refusal(.output(.both))
    #expect(problem?.detail.contains("no /dev/snd/seq") == true && instrument.box.status.midi?.available == false)
    instrument.box.controls.change { $0.instrument.attach(MIDIDouble()) }
    #expect(
      instrument.refusal(.output(.midi)) == nil && instrument.box.status.output == .midi && instrument.refusal(.output(.audio)) == nil)
  }

  @Test func `notes without a frame are published once`() throws {
    let instrument = try Instrument()
    let events = instrument.box.hub.subscribe(types: ["noteOn", "noteOff"])
    func types() -> [String] { events.take().compactMap { if case .event(let event) = $0 { event.type } else { nil } } }
    try instrument.box.carryOut(.mode(.instrument))
    instrument.box.controls.change { $0.instrument.touch([Source(SourceID(.touch, 2), position: 0, gate: true)], captureTime: 0) }
    instrument.box.lookAtInstrument()
    #expect(types() == ["noteOn"])
    instrument.box.lookAtInstrument()
    #expect(types().isEmpty)
    try instrument.box.carryOut(.pause)
    instrument.box.lookAtInstrument()
    #expect(types() == ["noteOff"])
  }

  @Test func `output midi is heard here while its port is missing`() throws {
    let instrument = try Instrument()
    instrument.box.controls.change { controls in
      controls.instrument.attach(MIDIDouble())
      controls.instrument.set { $0.output = .midi }
    }
    instrument.box.lookAtInstrument()
    #expect(!instrument.box.engine.instrument.wanted.isHeard)
    instrument.box.controls.change { $0.instrument.attach(MIDIDouble(MIDIStatus(available: false))) }
    instrument.box.lookAtInstrument()
    #expect(instrument.box.engine.instrument.wanted.isHeard)
  }

  @Test func `a note is heard and shown`() throws {
    let instrument = try Instrument()
    try instrument.box.carryOut(.mode(.instrument))
    instrument.render()
    instrument.box.controls.change { $0.instrument.touch([Source(SourceID(.touch, 2), position: 0, gate: true)], captureTime: 0) }
    instrument.render(100)
    let status = try #require(instrument.box.status.instrument)
    #expect(status.voices == 1 && status.peakDB > -60, "\(status.voices) voices, \(status.peakDB) dB")
    let source = try #require(status.sources.first)
    #expect(source.id == "touch 2" && source.note == 48 && source.name == "C3" && source.velocity == 127 && source.x == nil)
    try instrument.box.carryOut(.panic)
    instrument.render(20)
    #expect(instrument.box.engine.instrument.state.voices == 0)
  }

  @Test func `the tier refuses with a reason and cuts nothing`() throws {
    let instrument = try Instrument()
    let events = instrument.box.hub.subscribe(types: ["refused"])
    try instrument.box.carryOut(.mode(.instrument))
    try instrument.box.carryOut(.scale("blues"))
    try instrument.box.carryOut(.effect(.reverb, 0.5))
    instrument.render()
    instrument.box.controls.change { $0.instrument.touch([Source(SourceID(.touch, 0), position: 1, gate: true)], captureTime: 0) }
    instrument.render(20)
    try instrument.box.carryOut(.tier(.free))
    instrument.render(20)
    let free = try #require(instrument.box.status.instrument)
    #expect(free.scale == "pentatonicMajor" && free.effects.reverb == 0 && free.waveform == .sine && free.locked.contains("blues"))
    #expect(instrument.box.engine.instrument.state.sounding.count == 1, "the note that sounds goes on")
    let problem = instrument.refusal(.scale("blues"))
    #expect(problem?.type == Problem.tierLimitType && problem?.detail.contains("pentatonicMajor") == true)
    #expect(events.take().count == 1)
    try instrument.box.carryOut(.tier(.pro))
    let pro = try #require(instrument.box.status.instrument)
    #expect(pro.scale == "blues" && pro.effects.reverb == 0.5 && pro.locked.isEmpty)
  }

  @Test func `a range of more notes than a hand can hold is said`() throws {
    let instrument = try Instrument()
    try instrument.box.carryOut(.mode(.instrument))
    try instrument.box.carryOut(.scale("chromatic"))
    #expect(try !instrument.box.carryOut(.range(NoteSpan(low: 36, high: 96)!)).contains("does not hold"))
    let said = try instrument.box.carryOut(.range(NoteSpan(low: 36, high: 97)!))
    #expect(said.contains("62 notes from C2 to") && said.contains("of more than 61 a hand near the camera"))
  }

  /// The box must not report success when the button changed nothing.
  @Test(arguments: [Command.nextFolder, .prevFolder]) func `a step to a locked scale is refused`(command: Command) throws {
    let instrument = try Instrument()
    try instrument.box.carryOut(.mode(.instrument))
    try instrument.box.carryOut(.scale("blues"))
    try instrument.box.carryOut(.tier(.free))
    let events = instrument.box.hub.subscribe(types: ["refused"])
    let problem = instrument.refusal(command)
    #expect(problem?.type == Problem.tierLimitType && problem?.detail.contains("is locked; there is pentatonicMajor") == true)
    #expect(events.take().count == 1)
    try instrument.box.carryOut(.tier(.pro))
    #expect(instrument.box.status.instrument?.scale == "blues", "what was held back is there again")
  }

  @Test func `the refusal is heard`() throws {
    let instrument = try Instrument()
    try instrument.box.carryOut(.mode(.instrument))
    try instrument.box.carryOut(.tier(.free))
    instrument.render()
    let before = instrument.box.engine.state.peak
    #expect(instrument.refusal(.key("D")) != nil)
    #expect(
      waitUntil {
        instrument.render(10)
        return instrument.box.engine.state.peak > max(before, 0.01)
      }, "a low tone sounds")
  }
}
