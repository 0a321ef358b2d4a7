/// Building blocks for meters of the live screen.
enum Meter {
  /// Returns a bar of `cells` characters, filled up to a share.
  /// - Parameters:
  ///   - share: 0...1; it is clamped, and NaN counts as 0.
  ///   - mark: share at which a `|` stands, such as that of the original speed. A bar at this share ends with it.
  static func bar(_ share: Double, of cells: Int, mark: Double? = nil) -> String {
    func end(_ share: Double) -> Int { Int((min(max(shown(share), 0), 1) * Double(cells)).rounded()) }
    let filled = end(share)
    let bar = String(repeating: "=", count: filled) + String(repeating: ".", count: cells - filled)
    guard let mark, cells > 0 else { return bar }
    let place = max(end(mark) - 1, 0)
    return String(bar.prefix(place)) + "|" + String(bar.dropFirst(place + 1))
  }

  /// Returns a value that can be drawn. NaN becomes 0, and the rest is clamped to -9999...9999.
  static func shown(_ x: Double) -> Double { x.isNaN ? 0 : min(max(x, -9999), 9999) }
}
