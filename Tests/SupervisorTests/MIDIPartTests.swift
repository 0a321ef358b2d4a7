import Foundation
import MIDI
import Notes
import Sound
import Supervisor
import TestSupport
import Testing

/// The MIDI port as a part of the box.
@Suite struct MIDIPartTests {
  @Test func withoutASequencerThePartIsOffAndSaysWhatToDo() throws {
    let place = FileManager.default.temporaryDirectory.path + "/no-sequencer"
    let part = MIDIPart(SoundEngine(), configuration: Configuration(), device: { ALSASequencer(path: place) }) { _ in }
    try part.start()
    defer { part.stop() }
    #expect(waitUntil { part.status.problem != nil })
    guard case .off(let why) = part.condition else {
      Issue.record("a box without MIDI is not ill: \(part.condition)")
      return
    }
    #expect(why.contains("modprobe snd-seq") && !part.status.available)
    part.set(takesNew: true)
    part.play(.hand, PlayedNotes(), captureTime: 0)
    part.panic()
    #expect(part.port.settings.isHeard)
  }

  @Test func theConfigurationSaysHowNotesGoOut() {
    var configuration = Configuration()
    (configuration.midiChannel, configuration.midiMPE, configuration.midiConnect) = (7, true, "keys")
    let part = MIDIPart(SoundEngine(), configuration: configuration) { _ in }
    #expect(part.port.settings.channel == 7 && part.port.settings.isMPE && part.port.settings.connect == "keys")
    part.set(takesNew: true)
    configuration.midiChannel = 3
    part.configure(configuration)
    #expect(part.port.settings.channel == 3 && part.port.settings.isHeard)
  }
}
