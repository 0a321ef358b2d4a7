import Notes
import Testing

/// A listener at the far end of a wire.
/// It records the sounding notes, and whether every begin has exactly one end.
struct WireListener {
  private struct Place: Hashable {
    var channel: UInt8
    var note: UInt8
  }
  private(set) var ons = 0
  private(set) var offs = 0
  /// Number of begins of sounding notes and ends of silent ones.
  private(set) var mistakes = 0
  private var sounding: Set<Place> = []

  var isSilent: Bool { sounding.isEmpty }
  var count: Int { sounding.count }

  func sounds(_ note: UInt8, on channel: UInt8) -> Bool { sounding.contains(Place(channel: channel, note: note)) }

  mutating func hear(_ messages: NoteMessages) {
    for i in 0..<messages.count { hear(messages[i]) }
  }

  mutating func hear(_ message: NoteMessage) {
    #expect(message.channel < 16 && message.note < 128 && message.velocity < 128)
    let place = Place(channel: message.channel, note: message.note)
    if message.isOn {
      ons += 1
      if !sounding.insert(place).inserted { mistakes += 1 }
    } else {
      offs += 1
      if sounding.remove(place) == nil { mistakes += 1 }
    }
  }
}
