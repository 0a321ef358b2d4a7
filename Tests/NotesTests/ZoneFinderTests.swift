import Notes
import TestSupport
import Testing

/// Tests of equal zones with hysteresis.
@Suite struct ZoneFinderTests {
  private static let counts = [1, 2, 5, 11, 25, 49, 128]

  @Test(arguments: counts) func `without a past it is the formula`(count: Int) {
    for i in 0...1000 {
      let position = Float(i) / 1000
      var finder = ZoneFinder(count: count)
      #expect(finder.update(position) == min(Int(position * Float(count)), count - 1))
    }
  }

  @Test(arguments: counts) func `every zone is reached on the way up and down`(count: Int) {
    var finder = ZoneFinder(count: count)
    let up = (0...4000).map { finder.update(Float($0) / 4000) }
    let down = (0...4000).map { finder.update(1 - Float($0) / 4000) }
    #expect(up == up.sorted() && Set(up).count == count && down == down.sorted(by: >) && Set(down).count == count)
  }

  /// From any start, the zone is at most half a zone late. Shaking by less than the margin does not change it.
  @Test(arguments: counts, 0..<4 as Range<UInt64>) func `it is never far from the formula and never trills`(count: Int, seed: UInt64) {
    var random = SplitMix(seed)
    var finder = ZoneFinder(count: count)
    let margin = min(max(ZoneFinder.share, ZoneFinder.least * Float(count)), 0.5)
    for _ in 0..<200 {
      let rest = Float(random.unit())
      let zone = finder.update(rest)
      let place = rest * Float(count)
      #expect(place >= Float(zone) - margin - 1e-3 && place <= Float(zone + 1) + margin + 1e-3)
      // In the middle of the zone, the whole margin applies again.
      let home = (Float(zone) + 0.5) / Float(count)
      _ = finder.update(home)
      let border = Float(zone + (random.unit() < 0.5 ? 1 : 0)) / Float(count)
      for _ in 0..<50 {
        let shaken = border + (Float(random.unit()) * 2 - 1) * 0.98 * margin / Float(count)
        #expect(finder.update(shaken) == zone)
      }
    }
  }

  @Test(arguments: counts, 0..<4 as Range<UInt64>) func `begun anew it is the formula whatever was before`(count: Int, seed: UInt64) {
    var random = SplitMix(seed)
    var finder = ZoneFinder(count: count)
    for _ in 0..<200 {
      _ = finder.update(Float(random.unit()))
      let position = Float(random.unit())
      #expect(
        finder.begin(at: position) == ZoneFinder.zone(at: position, of: count) && finder.zone == ZoneFinder.zone(at: position, of: count))
    }
  }

  @Test func `NaN changes nothing`() {
    var finder = ZoneFinder(count: 10)
    #expect(finder.update(.nan) == 0 && finder.zone == nil)
    #expect(finder.update(0.55) == 5 && finder.update(.nan) == 5 && finder.update(.infinity) == 5)
    #expect(finder.begin(at: .nan) == 5 && finder.zone == 5)
    #expect(finder.update(-7) == 0 && finder.update(7) == 9)
  }
}
