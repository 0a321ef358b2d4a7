/// The camera's noise in one plane, learned from what changes in the picture while little moves: mean squares of the differences of cells, by brightness, because a
/// sensor's noise depends on it.
///
/// It is never a fixed number. It follows what is seen, upwards much more slowly than downwards, so that a motion is not taken for noise; what moves in less than half of the blocks does
/// not count at all.
///
/// How unevenly it lies is learned, too: a sensor's own noise changes each block by about as much, but Motion JPEG leaves some blocks nearly as they were and changes others by whole steps.
struct NoiseFloor {
  /// A block counts as changed above the noise by so many standard deviations of what noise alone gives (for n cells, sqrt(2/n) of it).
  private static let deviations: Float = 5
  /// From frame to frame it rises by no more than this share, and falls by this share of the way to what is seen.
  private static let rise: Float = 0.02
  private static let fall: Float = 0.2
  private static let steep: Float = 0.6
  /// Ranges of brightness that are told apart, the blocks that must show one, and how much noisier than the quietest one may be.
  private static let ranges = 4
  private static let fewest = 8
  private static let mostSpread: Float = 4
  /// How uneven the noise is shows in the block that changes less than nine of ten: under even noise it is so many standard deviations below the median (the chi-squared distribution with
  /// 64 degrees, for a whole block). Motion only adds, so it hardly reaches the blocks below the median.
  private static let quietShare: Float = 0.1
  private static let quietDepth: Float = 1.19
  /// Chance alone makes it deeper by so much, divided by the root of the number of blocks (one and a half standard deviations of a tenth centile). What is beyond counts so many times, because
  /// noise that is uneven below the median is more so above it: on the performer, coded at qualities of 50 to 90, the largest changes of a still picture hardly exceed what comes out.
  private static let chance: Float = 2.2
  private static let skew: Float = 2.5
  private static let mostUneven: Float = 6

  /// Of all blocks, and of each range of brightness; nil is not known yet.
  private var all: Float?
  private var byLevel = [Float?](repeating: nil, count: ranges)
  /// So many times the standard deviation of even noise; nil is not known yet.
  private var unevenness: Float?

  /// Noise was seen, and was not seen to be none.
  var isKnown: Bool { all != nil }

  /// Whether more has changed than noise changes. Without known noise any change counts.
  func isExceeded(by changes: [CellGrid.Change]) -> Bool {
    // A range that has too few blocks now is not followed: what was learned of it may be of another place and another light.
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
      // What changes in a few places of a picture that has no noise elsewhere is no noise either, and what was taken for noise was a change of the light. A picture that
      // is the same to the last bit came twice, and says nothing.
      if energies.contains(where: { $0 > 0 }) { noise = nil }
      return
    }
    // So far below is no chance: what was learned before was a motion.
    guard let before = noise, median > steep * before else {
      noise = median
      return
    }
    noise = followed(before, median)
  }

  /// - Parameter medians: of this frame, by ranges of brightness.
  private mutating func learnUnevenness(_ changes: [CellGrid.Change], _ medians: [Float]) {
    guard changes.count >= Self.fewest else { return }
    var depths: [Float] = []
    depths.reserveCapacity(changes.count)
    for change in changes {
      let median = medians[Self.range(change)]
      // Where most blocks have not changed at all, nothing lies below the median.
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

  /// Of what even noise gives in a block of so many cells, as a share of it.
  private static func deviation(of change: CellGrid.Change) -> Float { (2 / Float(change.cells)).squareRoot() }

  private static func range(_ change: CellGrid.Change) -> Int { min(max(Int(change.level) * ranges / 256, 0), ranges - 1) }
}
