import GestureFlowAPI

/// Decides how many of the camera's pictures `auto` looks at: fewer when the tracker's own work, in CPU time, does not fit between two of them.
///
/// Pictures that come regularly and are looked at at once are better than as many as can be had, each of which waits until the one before is done. A loaded machine
/// makes frames late and not their work longer, so it is no reason. Pure.
package struct FramePace: Sendable {
  /// Frames that are judged together; a frame with more work than this share of the time it has is over; and the share of such frames that is too many.
  private static let window = 60
  private static let mostWork = 0.9
  private static let mostOver = 0.25
  /// For more pictures again: so many frames, of which hardly one needs more than this share of the shorter time.
  private static let easyWindow = 150
  private static let easyWork = 0.6
  private static let mostUneasy = 0.05
  /// Fewer than every fourth picture are no help to a player.
  package static let mostSteps = 4

  /// Every so manieth picture of the camera is looked at, 1...4.
  package private(set) var step = 1
  private var work: [Double] = []
  private var intervals: [Double] = []
  private var last: (index: Int, time: Double)?
  private var lastTaken: Int?

  package init() {}

  /// Why the pace changes, in figures.
  package struct Finding: Sendable, Equatable, CustomStringConvertible {
    /// Every so manieth picture from now on.
    package var step: Int
    /// There are fewer pictures than before.
    package var isSlower: Bool
    /// CPU time of the frame that decided it, and the time that it might have taken, in seconds: less of the two where there are fewer pictures from now on, more where there are more.
    package var work, room: Double

    /// The two figures are rounded away from each other, so that they say what was decided.
    package var description: String {
      func ms(_ seconds: Double, _ rule: FloatingPointRoundingRule) -> Double { (seconds * 10_000).rounded(rule) / 10 }
      let figures =
        isSlower
        ? "one frame in four needs \(ms(work, .up)) ms of CPU time or more, and has \(ms(room, .down)) ms"
        : "hardly a frame needs more than \(ms(work, .down)) ms of CPU time, and each has \(ms(room, .up)) ms"
      return "\(figures): the tracker looks at \(FramePace.words(step))"
    }
  }

  /// `every picture`, `every 2nd picture` and so on.
  package static func words(_ step: Int) -> String {
    step == 1 ? "every picture" : "every \(step)\(step == 2 ? "nd" : step == 3 ? "rd" : "th") picture"
  }

  /// Whether this picture is looked at; with `hands` tracked only every `step`th is.
  ///
  /// - Parameter index: number of the camera's picture, those that were dropped counted. One before the last begins a new source.
  package mutating func takes(_ index: Int, hands: Int) -> Bool {
    if let lastTaken, hands > 0, index > lastTaken, index < lastTaken + step { return false }
    lastTaken = index
    return true
  }

  /// Takes one frame that was looked at into account.
  ///
  /// - Parameters:
  ///   - cpu: CPU time in seconds of the tracker's critical path; waiting for a core is not in it.
  ///   - index: number of the camera's picture: what the tracker left out does not make the camera slower.
  ///   - time: its capture time in seconds.
  ///   - hands: how many were tracked. A frame without one takes as long as its palm search: it does not count.
  /// - Returns: the new pace, when it changes.
  package mutating func judge(cpu: Double, index: Int, time: Double, hands: Int) -> Finding? {
    defer { last = (index, time) }
    guard hands > 0, let last, index > last.index else { return nil }
    let interval = (time - last.time) / Double(index - last.index)
    guard interval > 0.001, interval < 2 else { return nil }
    work.append(cpu)
    intervals.append(interval)
    if work.count > Self.easyWindow {
      work.removeFirst()
      intervals.removeFirst()
    }
    let next: Int
    if step < Self.mostSteps, isTooMuch {
      next = step + 1
    } else if step > 1, isEasy {
      next = step - 1
    } else {
      return nil
    }
    let finding = finding(next)
    step = next
    work = []
    intervals = []
    return finding
  }

  private var isTooMuch: Bool {
    guard work.count >= Self.window else { return false }
    return decisive(in: work.count - Self.window..<work.count, share: Self.mostOver).map { work[$0] > room(at: $0, for: step) } ?? false
  }

  private var isEasy: Bool {
    guard work.count == Self.easyWindow else { return false }
    return decisive(in: work.indices, share: Self.mostUneasy).map { work[$0] <= room(at: $0, for: step - 1) } ?? false
  }

  /// The frame than which no more than this share of them needs more of its time: whether it has enough decides for all.
  private func decisive(in frames: Range<Int>, share: Double) -> Int? {
    let sorted = frames.sorted { work[$0] / intervals[$0] > work[$1] / intervals[$1] }
    let place = Int(share * Double(frames.count))
    return sorted.indices.contains(place) ? sorted[place] : nil
  }

  /// CPU time that a frame may need at a step, of the share for fewer frames or of that for more.
  private func room(at frame: Int, for step: Int) -> Double {
    (step == self.step ? Self.mostWork : Self.easyWork) * Double(step) * intervals[frame]
  }

  private func finding(_ next: Int) -> Finding {
    let isSlower = next > step
    let frames = isSlower ? work.count - Self.window..<work.count : work.indices
    let frame = decisive(in: frames, share: isSlower ? Self.mostOver : Self.mostUneasy) ?? frames.lowerBound
    return Finding(step: next, isSlower: isSlower, work: work[frame], room: room(at: frame, for: isSlower ? step : next))
  }
}
