/// What meters and columns of the live screen are made of.
enum Meter {
  /// A bar of so many characters, filled up to a share. - Parameter share: 0...1; beyond that it counts as the end, and what is no number as 0.
  static func bar(_ share: Double, of cells: Int) -> String {
    let filled = Int((min(max(shown(share), 0), 1) * Double(cells)).rounded())
    return String(repeating: "=", count: filled) + String(repeating: ".", count: cells - filled)
  }

  /// As much of a text as fits, filled up with blanks.
  static func padded(_ text: String, _ width: Int) -> String {
    let shown = text.prefix(width)
    return shown + String(repeating: " ", count: width - shown.count)
  }

  /// What is no number, or beyond all that is shown, as one that can be drawn.
  static func shown(_ x: Double) -> Double { x.isNaN ? 0 : min(max(x, -9999), 9999) }
}
