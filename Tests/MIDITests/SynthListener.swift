import MIDI
import Notes

/// The synthesizer at the far end of a cable. It records sounding notes and checks that each start has one end.
struct SynthListener {
  private struct Place: Hashable {
    var channel: UInt8
    var note: UInt8
  }
  private(set) var ons = 0
  /// Number of ends, and of notes cut by "all notes off" or with the cable.
  private(set) var offs = 0
  private(set) var cuts = 0
  /// Number of notes that "all notes off" cut on an intact connection. Each of them lacked its own end.
  private(set) var cutsByMessage = 0
  /// Number of starts of sounding notes, and of ends of silent ones.
  private(set) var mistakes = 0
  private var sounding: Set<Place> = []
  /// Notes that sounded when the box lost its sequencer. No message of their own could end them.
  private var orphans: Set<Place> = []

  var isSilent: Bool { sounding.isEmpty }
  var notes: [UInt8] { sounding.map(\.note).sorted() }

  mutating func hear(_ messages: [MIDIMessage]) { for message in messages { hear(message) } }

  private mutating func hear(_ message: MIDIMessage) {
    if let note = message.asNote {
      let place = Place(channel: note.channel, note: note.note)
      orphans.remove(place)
      if note.isOn {
        ons += 1
        if !sounding.insert(place).inserted { mistakes += 1 }
      } else {
        offs += 1
        if sounding.remove(place) == nil { mistakes += 1 }
      }
    }
    switch message {
    case .control(let channel, 120, _), .control(let channel, 123, _):
      let gone = cut { $0.channel == channel }
      cutsByMessage += gone.subtracting(orphans).count
    default: break
    }
  }

  /// Unplugs the cable.
  mutating func lose() { cut { _ in true } }

  /// Loses the box's sequencer; the cable stays connected.
  mutating func orphan() { orphans = sounding }

  @discardableResult private mutating func cut(_ which: (Place) -> Bool) -> Set<Place> {
    let gone = sounding.filter(which)
    offs += gone.count
    cuts += gone.count
    sounding.subtract(gone)
    return gone
  }
}
