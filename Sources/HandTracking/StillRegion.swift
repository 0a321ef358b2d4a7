import Camera

/// Tells whether the picture of a hand is still the one on which the landmark model ran last: then its landmarks hold, and the model need not run.
///
/// The region's pixels, brightness and colour, are compared with those of the last run, and with those of a run a quarter to half a second ago, or longer with a slow camera:
/// a motion that is too slow to be told from noise in three frames has added up by then. Some ten microseconds a frame.
package struct StillRegion {
  /// Frames in a row for which landmarks are kept at most.
  package static let mostKept = 3
  /// Frames from which the noise is learned before anything is kept.
  package static let lessons = 8
  /// Frames and seconds that the older print is back at least; at most some more than twice as many.
  private static let memory = (frames: 8, seconds: 0.25)

  /// How a plane lies in memory: another camera's picture of the same size may have fewer rows of colour.
  private struct Layout: Equatable {
    let step, shiftX, shiftY: Int

    init(_ plane: Plane) { (step, shiftX, shiftY) = (plane.step, plane.shiftX, plane.shiftY) }
  }

  /// The planes as the model saw them, with the size of the picture they are of.
  private struct Print {
    let width, height: Int
    let layouts: [Layout]
    let grids: [CellGrid?]

    /// What has changed in each plane; nil if the frame cannot be compared.
    func changes(in planes: [Plane], of frame: Frame) -> [[CellGrid.Change]]? {
      guard width == frame.width, height == frame.height, layouts == planes.map(Layout.init) else { return nil }
      var all: [[CellGrid.Change]] = []
      for (grid, plane) in zip(grids, planes) {
        guard let grid else { return nil }
        all.append(grid.changes(in: plane))
      }
      return all
    }
  }

  private var seen: Print?
  /// The older print, the one that becomes it, and when that was taken: how many frames ago, and the time of its frame.
  private var older: Print?
  private var coming: Print?
  private var age = 0
  private var taken = 0.0
  private var noise: [NoiseFloor] = []
  private var learned = 0
  private var kept = 0
  /// The picture had not changed either when it was compared before: what the model said then it said of a region that lay right.
  private var wasStill = false

  package init() {}

  /// Whether the landmarks of the last run hold for this frame, too. Called once a frame; when it says no, the model runs and `looked` is told.
  /// - Parameter isSteady: the last two runs agree. One that does not agree with the run before it is asked again, however still the picture is.
  package mutating func keeps(_ frame: Frame, isSteady: Bool = true) -> Bool {
    age += 1
    let isStill = compare(frame)
    defer { wasStill = isStill }
    guard isStill, wasStill, isSteady, learned >= Self.lessons, kept < Self.mostKept else {
      kept = 0
      return false
    }
    kept += 1
    return true
  }

  /// The model ran on this frame, and the hand lies in this region of it.
  package mutating func looked(at region: Region, in frame: Frame) {
    let planes = Self.planes(of: frame)
    if noise.count != planes.count { noise = planes.map { _ in NoiseFloor() } }
    let square = region.inMemory(of: frame)
    let print = Print(
      width: frame.width, height: frame.height, layouts: planes.map(Layout.init),
      grids: planes.map { CellGrid($0, width: frame.width, height: frame.height, around: square) })
    seen = print
    let passed = frame.time - taken
    // A source that began again: its clock says nothing of the time that has passed.
    guard coming == nil || passed < 0 || age >= Self.memory.frames && passed >= Self.memory.seconds else { return }
    older = coming
    coming = print
    age = 0
    taken = frame.time
  }

  /// Learns the noise and tells whether nothing but noise has changed.
  private mutating func compare(_ frame: Frame) -> Bool {
    let planes = Self.planes(of: frame)
    guard let changes = seen?.changes(in: planes, of: frame), noise.count == planes.count else { return false }
    let isSame = isNoise(changes)
    for i in noise.indices { noise[i].learn(changes[i]) }
    // A picture whose brightness has no noise at all is not a camera's: nothing is known of what a change would be.
    guard noise[0].isKnown else { return false }
    learned += 1
    guard isSame, let long = older?.changes(in: planes, of: frame) else { return false }
    return isNoise(long)
  }

  /// - Parameter changes: of each plane.
  private func isNoise(_ changes: [[CellGrid.Change]]) -> Bool { noise.indices.allSatisfy { !noise[$0].isExceeded(by: changes[$0]) } }

  private static func planes(of frame: Frame) -> [Plane] { [frame.luma] + (frame.chroma.map { [$0.u, $0.v] } ?? []) }
}
