import GestureFlowAPI

/// A column with the instrument's notes, each at its height. It stands beside the hands. `=` is the root of the
/// scale, `-` is its fifth, `#` is a playing note with the numbers of its sources.
struct FretColumn {
  /// Width of the column, with the numbers of four sources.
  static let width = 16

  let instrument: InstrumentStatus

  /// Returns one line per row of the drawing, from the top. If a row has several notes, the name is that of a playing
  /// note, else of a root, else of a fifth.
  func lines(rows: Int) -> [PaintedLine] {
    let players = Dictionary(grouping: instrument.sources.enumerated().filter { $0.element.note != nil }) { $0.element.zone }
      .mapValues { $0.map { String($0.offset + 1) }.joined(separator: " ") }
    var named = [Int?](repeating: nil, count: rows)
    for (index, zone) in instrument.zones.enumerated() {
      let middle = (zone.top + zone.bottom) / 2
      guard middle >= 0, middle < 1 else { continue }
      let row = Int(middle * Double(rows))
      if rank(index, players) > named[row].map({ rank($0, players) }) ?? -1 { named[row] = index }
    }
    return named.enumerated().map { row, name in
      let middle = (Double(row) + 0.5) / Double(rows)
      guard let index = name ?? instrument.zones.firstIndex(where: { $0.top <= middle && middle < $0.bottom }) else { return PaintedLine() }
      return line(index, hasName: name != nil, players[index])
    }
  }

  private func line(_ index: Int, hasName: Bool, _ players: String?) -> PaintedLine {
    let zone = instrument.zones[index]
    let mark = players != nil ? "#" : zone.isRoot ? "=" : zone.isFifth ? "-" : "."
    let name = hasName ? " " + TextWidth.fitted(Terminal.plain(zone.name), 4) + (players ?? "") : ""
    return PaintedLine(" " + String(repeating: mark, count: 3) + name, players != nil ? .cyan : zone.isRoot || zone.isFifth ? .green : .dim)
  }

  /// Returns the rank of a note. The highest one in a row gets the name.
  private func rank(_ index: Int, _ players: [Int: String]) -> Int {
    let zone = instrument.zones[index]
    return players[index] != nil ? 3 : zone.isRoot ? 2 : zone.isFifth ? 1 : 0
  }
}
