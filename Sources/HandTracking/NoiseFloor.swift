/// The camera's noise in one plane, learned from what changes in the picture while little moves: mean squares of the differences of cells, by brightness, because a
/// sensor's noise depends on it.
///
/// It is never a fixed number. It follows what is seen, upwards much more slowly than downwards, so that a motion is not taken for noise; what moves in less than half of the blocks does
/// not count at all.
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

  /// Of all blocks, and of each range of brightness; nil is not known yet.
  private var all: Float?
  private var byLevel = [Float?](repeating: nil, count: ranges)

  /// Noise was seen, and was not seen to be none.
  var isKnown: Bool { all != nil }

  /// Whether more has changed than noise changes. Without known noise any change counts.
  func isExceeded(by changes: [CellGrid.Change]) -> Bool {
    // A range that has too few blocks now is not followed: what was learned of it may be of another place and another light.
    let followed = byLevel.indices.map { i in changes.count { Self.range($0) == i } >= Self.fewest ? byLevel[i] : nil }
    let least = followed.compactMap { $0 }.min()
    return changes.contains { change in
      guard let noise = followed[Self.range(change)] ?? all else { return change.energy > 0 }
      let believed = min(noise, Self.mostSpread * (least ?? noise))
      return change.energy > believed * (1 + Self.deviations * (2 / Float(change.cells)).squareRoot())
    }
  }

  mutating func learn(_ changes: [CellGrid.Change]) {
    Self.follow(&all, changes.map(\.energy))
    for i in byLevel.indices {
      let these = changes.filter { Self.range($0) == i }
      if these.count >= Self.fewest { Self.follow(&byLevel[i], these.map(\.energy)) }
    }
  }

  private static func follow(_ noise: inout Float?, _ energies: [Float]) {
    guard !energies.isEmpty else { return }
    let median = energies.sorted()[energies.count / 2]
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
    noise = min(before + fall * (median - before), before * (1 + rise))
  }

  private static func range(_ change: CellGrid.Change) -> Int { min(max(Int(change.level) * ranges / 256, 0), ranges - 1) }
}
