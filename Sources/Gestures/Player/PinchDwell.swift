/// A pinch that may become an engaged one: it must last, with the other fingers at rest.
package struct PinchDwell: Sendable {
  private var candidate: Candidate?

  /// Where a pinch begins: the mean of the whole dwell, so that no single frame decides. In hand sizes.
  package struct Place: Sendable, Equatable {
    package var distance: Float
    package var height: Float
  }

  /// Since when, and the sums of what it looked like.
  private struct Candidate: Sendable {
    var since: Double
    var openness: Float
    var distance: Float = 0
    var height: Float = 0
    var frames: Float = 0
  }

  /// Nothing was seen yet.
  package init() {}

  /// What was seen so far is no pinch, or belongs to another.
  package mutating func forget() { candidate = nil }

  /// Takes a frame without an engaged pinch. Answers where the pinch begins, once it has lasted; then the next one is waited for.
  package mutating func saw(_ look: RelativeClutch.Look, at time: Double) -> Place? {
    let nearest = candidate == nil ? RelativeClutch.engageBelow : RelativeClutch.candidateUpTo
    guard look.pinchPossible, look.extended < 4, look.measured < nearest else {
      candidate = nil
      return nil
    }
    var now = candidate ?? Candidate(since: time, openness: look.openness)
    if abs(look.openness - now.openness) > RelativeClutch.restless { now = Candidate(since: time, openness: look.openness) }
    now.distance += look.distance
    now.height += look.height
    now.frames += 1
    candidate = now
    // A reading that is kept lasts by itself: another one must say that it is a pinch.
    guard !look.isKept, time - now.since >= RelativeClutch.engageAfter - 1e-6, look.measured < RelativeClutch.engageBelow else {
      return nil
    }
    candidate = nil
    return Place(distance: now.distance / now.frames, height: now.height / now.frames)
  }
}
