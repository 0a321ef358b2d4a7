import Drawing
import Notes

extension Canvas {
  /// Draws the zones of the notes, with their names at the left.
  /// Notes that sound are bright.
  mutating func draw(_ layout: NoteLayout, _ played: PlayedNotes) {
    let count = layout.notes.count
    func row(_ zone: Int) -> Int { Int(played.field.height(of: Float(zone) / Float(count)) * Float(height)) }
    let sounding = (0..<played.count).compactMap { played[$0].note }
    func isSounding(_ zone: Int) -> Bool { sounding.contains(layout.notes[zone]) }
    // Bright edges last: a zone shares them with its neighbours.
    for zone in (0..<count).sorted(by: { !isSounding($0) && isSounding($1) }) {
      let colour: Colour =
        isSounding(zone) ? Colour(255, 220, 90) : layout.isRoot(zone) ? Colour(200, 200, 190) : Colour(120, 125, 120)
      let (top, bottom) = (row(zone + 1), row(zone))
      fill(x: 0, y: bottom, width: width, height: 1, colour)
      if isSounding(zone) { fill(x: 0, y: top, width: width, height: 1, colour) }
      write(layout.key.spelling(of: layout.notes[zone]), x: 2, y: (top + bottom) / 2 - 2, dot: 1, colour)
    }
  }
}

extension NoteLayout {
  /// Returns the names of the notes that sound, lowest first.
  func words(_ played: PlayedNotes) -> String {
    let notes = (0..<played.count).compactMap { played[$0].note }.sorted()
    return notes.isEmpty ? "silence" : notes.map(key.spelling).joined(separator: " ")
  }
}
