import Foundation
import GestureFlowAPI
import Testing

/// Tests of the instrument's commands and of the messages for invalid ones.
@Suite struct InstrumentCommandTests {
  private func problem(_ name: Command.Name, text: String? = nil, number: Double? = nil, flag: Bool? = nil) -> Problem? {
    do throws(Problem) {
      _ = try Command(name, number: number, text: text, flag: flag)
      return nil
    } catch { return error }
  }

  @Test(
    arguments: [
      ("C4", 60), ("c4", 60), ("60", 60), ("C-1", 0), ("0", 0), ("G9", 127), ("127", 127), ("Bb3", 58), ("A#3", 58), ("Cb4", 59),
      ("B#3", 60), ("f#2", 42),
    ])
  func `a note is read as people write it`(text: String, note: Int) { #expect(NoteName.note(text) == note) }

  @Test(
    arguments: [
      "", "H4", "C", "C+4", "C04", "C10", "G#9", "Cb-1", "128", "-1", "C#b4", "4C", "C4 ", "C 4", "Ｃ4", "99999999999999999999",
    ])
  func `invalid names of notes are rejected`(text: String) { #expect(NoteName.note(text) == nil) }

  @Test func `a range is an octave at least`() throws {
    for (text, low, high) in [("C3 C5", 48, 72), ("48 60", 48, 60), (" 0\t127 ", 0, 127), ("Bb2 bb3", 46, 58)] {
      let command = try Command(.range, text: text)
      #expect(command == NoteSpan(low: low, high: high).map(Command.range) && command.body.text == "\(low) \(high)", "\(text)")
    }
    for text in ["", "C3", "C3 B3", "C5 C3", "C3 C5 C7", "C3-C5", "-1 60", "60 128", "C3 H5"] {
      let problem = problem(.range, text: text)
      #expect(problem?.field == "text" && problem?.detail.contains("LOW HIGH: two notes such as C3 C5") == true, "\(text)")
    }
    #expect(NoteSpan(low: 60, high: 60) == nil && NoteSpan(low: .min, high: .max) == nil && NoteSpan(low: 0, high: 128) == nil)
  }

  @Test func `an effect has its amount`() throws {
    #expect(try Command(.effect, text: "delay 0.4") == .effect(.delay, 0.4))
    #expect(try Command(.effect, text: "fuzz 0") == .effect(.fuzz, 0))
    for text in ["", "delay", "0.4", "delay 1.01", "delay -0.1", "delay nan", "delay inf", "Delay 0.4", "chorus 0.5", "delay 0.4 0.4"] {
      let problem = problem(.effect, text: text)
      #expect(problem?.field == "text" && problem?.detail.contains("tone, fuzz, delay or reverb") == true, "\(text)")
    }
  }

  @Test func `a word is one of its list`() throws {
    for scale in InstrumentRange.scales { #expect(try Command(.scale, text: scale) == ScaleName(scale).map(Command.scale)) }
    for key in InstrumentRange.keys { #expect(try Command(.key, text: key) == KeyName(key).map(Command.key)) }
    #expect(try Command(.key, text: "bb") == .key("Bb"), "the letter may be small")
    for (name, word, allowed) in [
      (Command.Name.scale, "Blues", "pentatonicMajor"), (.key, "H", "Bb"), (.key, "BB", "Bb"), (.waveform, "noise", "triangle"),
    ] {
      let problem = problem(name, text: word)
      #expect(problem?.field == "text" && problem?.detail.contains(allowed) == true, "\(word)")
    }
    #expect(problem(.sound, text: "")?.field == "text" && problem(.bend, text: "on")?.field == "text" && problem(.legato)?.field == "flag")
  }

  @Test func `the form on the wire stays`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let forms: [(Command, String)] = [
      (.scale("blues"), #"{"command":"scale","text":"blues"}"#), (.key("Bb"), #"{"command":"key","text":"Bb"}"#),
      (.range(NoteSpan(low: 48, high: 72)!), #"{"command":"range","text":"48 72"}"#),
      (.waveform(.saw), #"{"command":"waveform","text":"saw"}"#),
      (.effect(.delay, 0.4), #"{"command":"effect","text":"delay 0.4"}"#), (.sound("Glass"), #"{"command":"sound","text":"Glass"}"#),
      (.bend(true), #"{"command":"bend","flag":true}"#), (.legato(false), #"{"command":"legato","flag":false}"#),
      (.panic, #"{"command":"panic"}"#),
    ]
    for (command, form) in forms {
      let data = try encoder.encode(command)
      #expect(String(decoding: data, as: UTF8.self) == form)
      let back = try Command.read(data)
      #expect(back == command)
    }
  }

  @Test func `a status with an instrument is the same after its way`() throws {
    var instrument = InstrumentStatus(
      scale: "blues", key: "Bb", rangeLow: 48, rangeHigh: 72, articulation: .retrigger, bend: true, sound: "Glass", waveform: .square,
      effects: InstrumentEffects(tone: 1, fuzz: 0.25, delay: 0, reverb: 0.5))
    instrument.zones = [InstrumentZone(note: 58, name: "Bb3", isRoot: true, isFifth: false, top: 0.4, bottom: 0.9)]
    instrument.sources = [
      InstrumentSource(
        id: "hand 3", x: 0.25, y: 0.5, zone: 0, note: 58, name: "Bb3", velocity: 96, expression: 1, modulation: 0, depth: 0.5,
        bendCents: -12)
    ]
    var midi = MIDIStatus(available: true)
    midi.ports = [MIDIPortStatus(name: "Keys", client: "Synth", direction: .both, connected: true)]
    midi.learned = [MIDIBinding(parameter: "tone", message: "cc 74 channel 1")]
    let back = try JSONDecoder().decode(InstrumentStatus.self, from: JSONEncoder().encode(instrument))
    let backMIDI = try JSONDecoder().decode(MIDIStatus.self, from: JSONEncoder().encode(midi))
    #expect(back == instrument && backMIDI == midi && backMIDI.client == "GestureFlow" && backMIDI.port == "Prospero")
    #expect(back.effects[.fuzz] == 0.25 && back.effects[.reverb] == 0.5)
  }
}
