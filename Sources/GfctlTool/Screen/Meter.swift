/// Building blocks for meters and columns of the live screen.
enum Meter {
  /// Returns a bar of `cells` characters, filled up to a share.
  /// - Parameter share: 0...1; it is clamped, and NaN counts as 0.
  static func bar(_ share: Double, of cells: Int) -> String {
    let filled = Int((min(max(shown(share), 0), 1) * Double(cells)).rounded())
    return String(repeating: "=", count: filled) + String(repeating: ".", count: cells - filled)
  }

  /// Returns a text cut or padded to a width.
  static func padded(_ text: String, _ width: Int) -> String {
    let shown = text.prefix(width)
    return shown + String(repeating: " ", count: width - shown.count)
  }

  /// Returns a value that can be drawn: NaN becomes 0, and the rest is clamped to -9999...9999.
  static func shown(_ x: Double) -> Double { x.isNaN ? 0 : min(max(x, -9999), 9999) }
}
