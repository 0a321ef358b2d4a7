import GestureFlowAPI

/// Decides how many frames of the camera `auto` processes. It skips frames when the tracker's own CPU time does not
/// fit between two frames.
///
/// Regular frames that are processed at once are better than all frames, each of which waits for the one before. A
/// loaded machine delays frames but does not lengthen their work, so load alone does not change the pace. Pure.
package struct FramePace: Sendable {
  /// Number of frames judged together, and the limits for skipping more. A frame is over when its work exceeds
  /// `mostWork` of its time; a share of `mostOver` of such frames is too many.
  private static let window = 60
  private static let mostWork = 0.9
  private static let mostOver = 0.25
  /// Number of frames judged to process more again, and its limits. At most `mostUneasy` of the frames may need more
  /// than `easyWork` of the shorter time.
  private static let easyWindow = 150
  private static let easyWork = 0.6
  private static let mostUneasy = 0.05
  /// Largest step: less than every fourth frame does not help a player.
  package static let mostSteps = 4

  /// Process every n-th frame, n = 1...4.
  package private(set) var step = 1
  private var work: [Double] = []
  private var intervals: [Double] = []
  private var last: (index: Int, time: Double)?
  private var lastTaken: Int?

  package init() {}

  /// The reason for a change of the pace, in figures.
  package struct Finding: Sendable, Equatable, CustomStringConvertible {
    /// Process every n-th frame from now on.
    package var step: Int
    /// Whether fewer frames are processed than before.
    package var isSlower: Bool
    /// CPU time of the deciding frame and its limit, in seconds. `work` exceeds `room` if `isSlower`, and does not
    /// otherwise.
    package var work, room: Double

    /// The reason in words. It rounds the two figures away from each other, so that they support the decision.
    package var description: String {
      func ms(_ seconds: Double, _ rule: FloatingPointRoundingRule) -> Double { (seconds * 10_000).rounded(rule) / 10 }
      let figures =
        isSlower
        ? "one frame in four needs \(ms(work, .up)) ms of CPU time or more, and has \(ms(room, .down)) ms"
        : "few frames need more than \(ms(work, .down)) ms of CPU time, and each has \(ms(room, .up)) ms"
      return "\(figures): the tracker processes \(FramePace.words(step))"
    }
  }

  /// Returns `every frame`, `every 2nd frame` and so on.
  package static func words(_ step: Int) -> String {
    step == 1 ? "every frame" : "every \(step)\(step == 2 ? "nd" : step == 3 ? "rd" : "th") frame"
  }

  /// Returns whether to process this frame. While hands are tracked, only every `step`-th frame is processed.
  ///
  /// - Parameter index: number of the camera's frame, dropped frames included. A smaller index than the last one
  ///   starts a new source.
  package mutating func takes(_ index: Int, hands: Int) -> Bool {
    if let lastTaken, hands > 0, index > lastTaken, index < lastTaken + step { return false }
    lastTaken = index
    return true
  }

  /// Adds one processed frame to the judgement.
  ///
  /// - Parameters:
  ///   - cpu: CPU time in seconds of the tracker's critical path, without the wait for a core.
  ///   - index: number of the camera's frame. Frames that the tracker skipped do not make the camera slower.
  ///   - time: its capture time in seconds.
  ///   - hands: number of tracked hands. A frame without hands takes as long as its palm search and does not count.
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

  /// Returns the frame that decides for all. At most `share` of the frames need a larger part of their time than this
  /// one.
  private func decisive(in frames: Range<Int>, share: Double) -> Int? {
    let sorted = frames.sorted { work[$0] / intervals[$0] > work[$1] / intervals[$1] }
    let place = Int(share * Double(frames.count))
    return sorted.indices.contains(place) ? sorted[place] : nil
  }

  /// Returns the CPU time that a frame may need at a step. The current step has the limit for fewer frames; any other
  /// step has the limit for more.
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
