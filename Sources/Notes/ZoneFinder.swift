/// A type that finds a position's zone among equal zones, with hysteresis. A sounding note keeps its zone some way
/// beyond the border, so that a hand that rests there does not trill.
package struct ZoneFinder: Sendable {
  /// Share of a zone that its neighbour keeps beyond the border.
  package static let share: Float = 0.3
  /// Smallest hysteresis, as a share of the whole way. The landmarks of a hand of size 0.4 frame heights err by
  /// 0.0019 frame heights (`int8`). That is 4/1000 of the way from bottom to top (`NoteField`), and still 3/1000
  /// behind the stabilizer at 15 frames a second. Within a minute the largest errors are 3.5 times as large, on both
  /// sides. A resting hand moves less than that because of `RestingHeight`, so half a zone is enough when zones are
  /// narrow. Other input, a touch, is not averaged.
  package static let least: Float = 0.011
  /// The zone, 0..<count; nil before the first position.
  package private(set) var zone: Int?
  private let count: Int

  /// Creates a finder.
  /// - Parameter count: number of zones, 1 or more.
  package init(count: Int) { self.count = max(count, 1) }

  /// Returns the zone without hysteresis. It is min(Int(position * count), count - 1), and never below 0.
  package static func zone(at position: Float, of count: Int) -> Int { min(Int(min(max(position, 0), 1) * Float(count)), count - 1) }

  /// Takes the position of a silent source, without hysteresis. A fist crosses other zones on its way to a note. With
  /// hysteresis, its note would depend on the direction and on the number of frames. At 15 frames a second, a hand
  /// that came down to the lowest note struck the one above it.
  /// - Parameter position: as in `update`.
  /// - Returns: the zone.
  package mutating func begin(at position: Float) -> Int { position.isFinite ? enter(position) : zone ?? 0 }

  /// Takes the position of a sounding source, with hysteresis.
  /// - Parameter position: 0...1; values beyond are clamped, and NaN or infinity changes nothing.
  /// - Returns: the zone.
  package mutating func update(_ position: Float) -> Int {
    guard position.isFinite else { return zone ?? 0 }
    guard let now = zone else { return enter(position) }
    // A larger margin would reach beyond the middle of the next zone.
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
