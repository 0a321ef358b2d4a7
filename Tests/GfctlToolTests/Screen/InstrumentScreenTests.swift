import GestureFlowAPI
import GfctlTool
import Testing

/// The instrument and MIDI on the status screen.
@Suite struct InstrumentScreenTests {
  private func lines(_ status: Status) -> [String] { StatusScreen.text(status, colour: false).split(separator: "\n").map(String.init) }

  private var status: Status {
    var status = Status.sample
    status.mode = .instrument
    var instrument = InstrumentStatus(
      scale: "blues", key: "Bb", rangeLow: 48, rangeHigh: 72, articulation: .legato, bend: true, sound: "Glass\u{1B}[2J", waveform: .sine,
      effects: InstrumentEffects(tone: 1, fuzz: 0, delay: 0.25, reverb: 0))
    instrument.sounds = ["Wood", "Glass\u{1B}[2J"]
    instrument.zones = ["Bb3", "C4"].map { InstrumentZone(note: 58, name: $0, isRoot: false, isFifth: false, top: 0, bottom: 1) }
    instrument.sources = [
      InstrumentSource(
        id: "hand 3", zone: 0, note: 58, name: "Bb3", velocity: 96, expression: 0.5, modulation: 0, depth: 0.5, bendCents: -12),
      InstrumentSource(id: "touch 0", zone: 1, note: nil, name: nil, velocity: 64, expression: 1, modulation: 0, depth: 0.5, bendCents: 0),
    ]
    (instrument.voices, instrument.peakDB) = (2, -12)
    status.instrument = instrument
    return status
  }

  @Test func `the instrument stands in the tracks place`() throws {
    let shown = lines(status)
    let first = try #require(shown.firstIndex { $0.hasPrefix("notes ") })
    #expect(
      Array(shown[first..<(first + 5)]) == [
        "notes     blues in Bb   2 notes Bb3 to C4   legato   bend",
        "          Glass [2J   sine   tone 100 %   delay 25 %   2/2",
        "          2 voices   peak -12 dB",
        "          hand 3   Bb3   velocity 96   expression 50 %   bend -12 cents",
        "          touch 0   silent",
      ])
    #expect(!shown.contains { $0.hasPrefix("track ") || $0.hasPrefix("controls ") || $0.hasPrefix("midi ") })
    var paused = status
    paused.control.paused = true
    #expect(lines(paused).contains("          notes are off until play"))
  }

  @Test func `a shared tempo is shown`() {
    var status = self.status
    #expect(!lines(status).contains { $0.hasPrefix("link ") })
    status.link = LinkStatus(tempoBPM: 121.46, peers: 2, beat: 1.25, clockSeconds: 1000, apartMs: -0.31)
    #expect(lines(status).contains("link      121.5 BPM   2 besides   bar -0.3 ms apart"))
    status.link?.apartMs = nil
    #expect(lines(status).contains("link      121.5 BPM   2 besides"))
  }

  @Test func `MIDI connections are shown`() throws {
    var status = self.status
    var midi = MIDIStatus(available: true)
    (midi.sent, midi.received, midi.clockBPM, midi.clockRunning) = (12, 3, 96, true)
    midi.noteLatencyMs = Quantiles(count: 4, p50: 31.3, p95: 40, p99: 41, max: 41)
    midi.ports = [
      MIDIPortStatus(name: "Keys", client: "Synth", direction: .in, connected: true),
      MIDIPortStatus(name: "Other", client: "Synth", direction: .in, connected: false),
    ]
    status.midi = midi
    let shown = lines(status)
    let first = try #require(shown.firstIndex { $0.hasPrefix("midi ") })
    #expect(shown[first] == "midi      GestureFlow: Prospero   12 sent   3 received   clock 96.0 BPM   note after 31.3 ms")
    #expect(shown[first + 1] == "          Synth: Keys   connected" && !shown.contains { $0.contains("Other") })
    status.midi = MIDIStatus(available: false, problem: "no /dev/snd/seq: modprobe snd-seq")
    #expect(lines(status).contains("midi      off: no /dev/snd/seq: modprobe snd-seq"))
  }
}
