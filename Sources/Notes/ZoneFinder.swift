/// In which of several equal zones a position lies. While a note sounds its zone is left only some way beyond its border, so that a hand that rests there does not trill.
package struct ZoneFinder: Sendable {
  /// Share of a zone that its neighbour keeps beyond the border.
  package static let share: Float = 0.3
  /// What it keeps at least, as a share of the whole way. Landmarks of a hand whose size is 0.4 picture heights err by 0.0019 of them (`full`), 4/1000 of the way from bottom to top (`NoteField`), and behind the
  /// stabilizer still by 3/1000 at 15 frames a second; in a minute the farthest of them lie 3.5 times as far out, on both sides. A hand that rests shakes less than that (`RestingHeight`), so that it needs no more than half a zone
  /// where zones are narrow; what comes from elsewhere, a touch, has no mean.
  package static let least: Float = 0.011
  /// The zone, 0..<count; nil before the first position.
  package private(set) var zone: Int?
  private let count: Int

  /// - Parameter count: of the zones, 1 or more.
  package init(count: Int) { self.count = max(count, 1) }

  /// Without hysteresis: min(Int(position * count), count - 1), and never below 0.
  package static func zone(at position: Float, of count: Int) -> Int { min(Int(min(max(position, 0), 1) * Float(count)), count - 1) }

  /// Without regard to the zone before: for what is silent. A fist on its way to a note comes through others, and with what their borders ask for beyond themselves the note that it strikes would hang on where it came from
  /// and on how often it was looked at on its way: at 15 frames a second, a hand that came down to the lowest note struck the one above it.
  /// - Parameter position: as in `update`. - Returns: the zone.
  package mutating func begin(at position: Float) -> Int { position.isFinite ? enter(position) : zone ?? 0 }

  /// - Parameter position: 0...1; beyond that it counts as the end, and what is no number changes nothing. - Returns: the zone.
  package mutating func update(_ position: Float) -> Int {
    guard position.isFinite else { return zone ?? 0 }
    guard let now = zone else { return enter(position) }
    // More than half a zone would be more than the way to the middle of the next one.
    let margin = min(max(Self.share, Self.least * Float(count)), 0.5)
    let place = min(max(position, 0), 1) * Float(count)
    if place < Float(now) - margin || place >= Float(now + 1) + margin { return enter(position) }
    return now
  }

  private mutating func enter(_ position: Float) -> Int {
    let found = Self.zone(at: position, of: count)
    zone = found
    return found
  }
}
