/// A sound card of the machine.
package struct SoundCard: Sendable, Equatable {
  /// Its id, as `sound.card` takes it.
  package var id: String
  /// Its name for people.
  package var name: String

  /// - Parameters: - id: as `sound.card` takes it. - name: for people.
  package init(id: String, name: String) { (self.id, self.name) = (id, name) }

  /// Returns the cards in the text of /proc/asound/cards.
  package static func all(in text: String) -> [SoundCard] {
    text.split(separator: "\n").compactMap { line in
      // The second line of a card has no number. The driver stands before the name.
      guard let match = line.firstMatch(of: /^ *[0-9]+ \[([^\] ]+) *\]: (.+)$/) else { return nil }
      let words = String(match.output.2)
      return SoundCard(id: String(match.output.1), name: words.firstRange(of: " - ").map { String(words[$0.upperBound...]) } ?? words)
    }
  }

  /// Whether a device of ALSA, such as `hw:CARD=Device`, belongs to the card.
  package func has(_ device: String) -> Bool { device.split { $0 == ":" || $0 == "," }.contains { $0 == "CARD=\(id)" } }
}
