/// The camera's noise. It is the mean squares of the differences of cells in places of little motion. It is kept by
/// brightness, because a sensor's noise depends on it.
///
/// The level is never fixed. It follows the measured changes, upwards much more slowly than downwards, so that motion
/// is not taken for noise. Motion in less than half of the blocks does not count at all.
///
/// It also learns how uneven the noise is. A sensor's own noise changes each block by about the same amount. Motion
/// JPEG leaves some blocks nearly unchanged and changes others by whole steps.
struct NoiseFloor {
  /// Least change of a block, in standard deviations above the noise. For n cells, one standard deviation of pure noise
  /// is sqrt(2/n) of it.
  private static let deviations: Float = 5
  /// How fast the level changes. Per frame it rises by at most the share `rise`, and falls by the share `fall` of the
  /// way to the measured level.
  private static let rise: Float = 0.02
  private static let fall: Float = 0.2
  private static let steep: Float = 0.6
  /// Brightness ranges, and limits for using one. A range needs at least `fewest` blocks, and counts at most
  /// `mostSpread` times the noise of the quietest range.
  private static let ranges = 4
  private static let fewest = 8
  private static let mostSpread: Float = 4
  /// Measure of unevenness: the block that changes less than nine of ten. Under even noise it lies this many standard
  /// deviations below the median (chi-squared distribution with 64 degrees, for a whole block).
  /// Motion only adds to changes, so it hardly affects the blocks below the median.
  private static let quietShare: Float = 0.1
  private static let quietDepth: Float = 1.19
  /// Depth that chance alone adds, times the root of the block count. It is one and a half standard deviations of the
  /// tenth percentile.
  /// The excess is multiplied by `skew`, because uneven noise is more uneven above the median than below.
  /// Measured on the performer, coded at qualities of 50 to 90: the largest changes of a still image hardly exceed the
  /// resulting limit.
  private static let chance: Float = 2.2
  private static let skew: Float = 2.5
  private static let mostUneven: Float = 6

  /// Level of all blocks, and of each range of brightness. Nil is unknown.
  private var all: Float?
  private var byLevel = [Float?](repeating: nil, count: ranges)
  /// Standard deviation in multiples of that of even noise; nil is unknown.
  private var unevenness: Float?

  /// Whether a noise level is known.
  var isKnown: Bool { all != nil }

  /// Whether more has changed than noise changes. While the noise is unknown, every change counts.
  func isExceeded(by changes: [CellGrid.Change]) -> Bool {
    // Ignore a range that has too few blocks now: its level may be of another scene and another light.
    var counts = [Int](repeating: 0, count: Self.ranges)
    for change in changes { counts[Self.range(change)] += 1 }
    let followed = byLevel.indices.map { counts[$0] >= Self.fewest ? byLevel[$0] : nil }
    let least = followed.lazy.compactMap { $0 }.min()
    return changes.contains { change in
      guard let noise = followed[Self.range(change)] ?? all else { return change.energy > 0 }
      let believed = min(noise, Self.mostSpread * (least ?? noise))
      return change.energy > believed * (1 + Self.deviations * (unevenness ?? 1) * Self.deviation(of: change))
    }
  }

  mutating func learn(_ changes: [CellGrid.Change]) {
    var energies = changes.map(\.energy)
    let median = energies.median()
    Self.follow(&all, energies, median)
    var medians = [Float](repeating: median, count: Self.ranges)
    for i in byLevel.indices {
      energies.removeAll(keepingCapacity: true)
      for change in changes where Self.range(change) == i { energies.append(change.energy) }
      guard energies.count >= Self.fewest else { continue }
      medians[i] = energies.median()
      Self.follow(&byLevel[i], energies, medians[i])
    }
    learnUnevenness(changes, medians)
  }

  private static func follow(_ noise: inout Float?, _ energies: [Float], _ median: Float) {
    guard !energies.isEmpty else { return }
    guard median > 0 else {
      // A few changes in an image without other noise are not noise. The level learned before was then a change of the
      // light.
      // An image that is equal to the last bit was delivered twice and gives no information.
      if energies.contains(where: { $0 > 0 }) { noise = nil }
      return
    }
    // A drop this large is not chance: the level learned before was of a motion.
    guard let before = noise, median > steep * before else {
      noise = median
      return
    }
    noise = followed(before, median)
  }

  /// Updates the unevenness.
  ///
  /// - Parameter medians: of this frame, by ranges of brightness.
  private mutating func learnUnevenness(_ changes: [CellGrid.Change], _ medians: [Float]) {
    guard changes.count >= Self.fewest else { return }
    var depths: [Float] = []
    depths.reserveCapacity(changes.count)
    for change in changes {
      let median = medians[Self.range(change)]
      // When most blocks have not changed, nothing lies below the median.
      guard median > 0 else { return }
      depths.append((1 - change.energy / median) / Self.deviation(of: change))
    }
    let deeper = max(Int((Self.quietShare * Float(depths.count)).rounded()) - 1, 0)
    let depth = depths.ofRank(depths.count - 1 - deeper)
    let beyond = depth / Self.quietDepth - 1 - Self.chance / Float(depths.count).squareRoot()
    let seen = min(max(1 + Self.skew * beyond, 1), Self.mostUneven)
    unevenness = unevenness.map { Self.followed($0, seen) } ?? seen
  }

  private static func followed(_ before: Float, _ now: Float) -> Float { min(before + fall * (now - before), before * (1 + rise)) }

  /// Standard deviation of even noise in this block, relative to the noise.
  private static func deviation(of change: CellGrid.Change) -> Float { (2 / Float(change.cells)).squareRoot() }

  private static func range(_ change: CellGrid.Change) -> Int { min(max(Int(change.level) * ranges / 256, 0), ranges - 1) }
}
