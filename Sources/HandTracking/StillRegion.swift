import Camera

/// Detects whether a hand looks the same as in the last run. If so its landmarks still hold, and the landmark model
/// need not run.
///
/// It compares the region's brightness and colour with those of the last run. It also compares them with those of a run
/// a quarter to half a second ago (longer with a slow camera).
/// A motion that is too slow to differ from noise in three frames has added up by then. The comparison takes some ten
/// microseconds a frame.
package struct StillRegion {
  /// Most frames in a row for which landmarks are kept.
  package static let mostKept = 3
  /// Frames from which the noise is learned before landmarks are kept.
  package static let lessons = 8
  /// Least age of the older print, in frames and in seconds. It is at most a little more than twice as old.
  private static let memory = (frames: 8, seconds: 0.25)

  /// Layout of a plane in memory. Another camera's frame of the same size may have fewer rows of colour.
  private struct Layout: Equatable {
    let step, shiftX, shiftY: Int

    init(_ plane: Plane) { (step, shiftX, shiftY) = (plane.step, plane.shiftX, plane.shiftY) }
  }

  /// The planes as the model saw them, with their frame's size.
  private struct Print {
    let width, height: Int
    let layouts: [Layout]
    let grids: [CellGrid?]

    /// Returns the changes in each plane. Nil if the frame cannot be compared.
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
  /// The older print, and the print that replaces it next. `age` and `taken` are the latter's age in frames and its
  /// capture time.
  private var older: Print?
  private var coming: Print?
  private var age = 0
  private var taken = 0.0
  private var noise: [NoiseFloor] = []
  private var learned = 0
  private var kept = 0
  /// Whether the previous comparison found no change either. Then the model's last answer is of a region in the right
  /// place.
  private var wasStill = false

  package init() {}

  /// Whether the landmarks of the last run hold for this frame, too. Called once a frame; when it returns false, the
  /// model runs and the caller calls `looked`.
  /// - Parameter isSteady: the last two runs agree. If they do not, the model runs again, however still the image is.
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

  /// Records a run of the model on this frame. `region` is the hand's region in it.
  package mutating func looked(at region: Region, in frame: Frame) {
    let planes = Self.planes(of: frame)
    if noise.count != planes.count { noise = planes.map { _ in NoiseFloor() } }
    let square = region.inMemory(of: frame)
    let print = Print(
      width: frame.width, height: frame.height, layouts: planes.map(Layout.init),
      grids: planes.map { CellGrid($0, width: frame.width, height: frame.height, around: square) })
    seen = print
    let passed = frame.time - taken
    // A negative time means that the source began again: its clock says nothing of the time that has passed.
    guard coming == nil || passed < 0 || age >= Self.memory.frames && passed >= Self.memory.seconds else { return }
    older = coming
    coming = print
    age = 0
    taken = frame.time
  }

  /// Learns the noise and returns whether only noise has changed.
  private mutating func compare(_ frame: Frame) -> Bool {
    let planes = Self.planes(of: frame)
    guard let changes = seen?.changes(in: planes, of: frame), noise.count == planes.count else { return false }
    let isSame = isNoise(changes)
    for i in noise.indices { noise[i].learn(changes[i]) }
    // An image without any noise in its brightness is not a camera's. The size of a real change is then unknown.
    guard noise[0].isKnown else { return false }
    learned += 1
    guard isSame, let long = older?.changes(in: planes, of: frame) else { return false }
    return isNoise(long)
  }

  /// Whether the changes are only noise.
  /// - Parameter changes: of each plane.
  private func isNoise(_ changes: [[CellGrid.Change]]) -> Bool { noise.indices.allSatisfy { !noise[$0].isExceeded(by: changes[$0]) } }

  private static func planes(of frame: Frame) -> [Plane] { [frame.luma] + (frame.chroma.map { [$0.u, $0.v] } ?? []) }
}
