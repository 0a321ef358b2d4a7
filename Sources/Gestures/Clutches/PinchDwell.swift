/// A pinch that may become an engaged one: it must last, with the other fingers at rest.
package struct PinchDwell: Sendable {
  /// A pinch begins below this distance, in hand sizes.
  private let engageBelow: Float
  private var candidate: Candidate?
  /// The frame before, if its hand is the same.
  private var before: (look: RelativeClutch.Look, time: Double)?

  /// Where a pinch begins: the mean of its dwell, or of the last tenth of a second of a longer one, so that no single frame decides. In hand sizes.
  package struct Place: Sendable, Equatable {
    package var distance: Float
    package var height: Float
  }

  /// A pinch that has lasted.
  package struct Begun: Sendable, Equatable {
    /// Where it begins.
    package var place: Place
    /// When its dwell was over, in seconds: at the frame that tells it, or up to a tenth of a second before.
    package var time: Double
  }

  /// Since which frame, what the other fingers were like then, and where the hand has been since.
  private struct Candidate: Sendable {
    var since: Double
    var openness: Float
    var start: FollowedStart
  }

  /// Nothing was seen yet. - Parameter engageBelow: the distance of thumb tip and index tip below which a pinch begins, in hand sizes.
  package init(engageBelow: Float = RelativeClutch.engageBelow) { self.engageBelow = engageBelow }

  /// What was seen so far is no pinch, or belongs to another.
  package mutating func forget() {
    candidate = nil
    before = nil
  }

  /// Takes a frame without an engaged pinch. Answers where and when the pinch begins, once it has lasted; then the next one is waited for.
  package mutating func saw(_ look: RelativeClutch.Look, at time: Double) -> Begun? {
    defer { before = (look, time) }
    let nearest = candidate == nil ? engageBelow : HandMeasure.candidate(upTo: engageBelow)
    guard look.pinchPossible, look.extended < 4, look.measured < nearest else {
      candidate = nil
      return nil
    }
    var now: Candidate
    if let lasting = candidate, abs(look.openness - lasting.openness) <= RelativeClutch.restless {
      now = lasting
      now.start.see(look.place, at: time)
    } else {
      now = Candidate(since: time, openness: look.openness, start: begin(look, at: time))
    }
    candidate = now
    // A reading that is kept lasts by itself: another one must say that it is a pinch.
    guard !look.isKept, time - now.since >= RelativeClutch.engageAfter - 1e-6, look.measured < engageBelow else {
      return nil
    }
    candidate = nil
    let due = now.start.since + RelativeClutch.engageAfter
    // Fingers that hovered, or pictures that did not come: what the hand did since must not be heard.
    guard time - due <= Double(RelativeClutch.longestStep) + 1e-6 else {
      return Begun(place: now.start.mean(last: RelativeClutch.engageAfter), time: time)
    }
    return Begun(place: now.start.mean(over: RelativeClutch.engageAfter), time: min(due, time))
  }

  /// The hand crossed a line between the frame before and this one: that of the pinch or, when it was one already, that of the other fingers' rest.
  private func begin(_ look: RelativeClutch.Look, at time: Double) -> FollowedStart {
    guard let before, time - before.time <= Double(RelativeClutch.longestStep) else { return FollowedStart(look.place, at: time) }
    let (was, now, line): (Float, Float, Float)
    if let candidate {
      (was, now, line) =
        (abs(before.look.openness - candidate.openness), abs(look.openness - candidate.openness), RelativeClutch.restless)
    } else {
      (was, now, line) = (-before.look.measured, -look.measured, -engageBelow)
    }
    // Not by that line, but by one that is crossed in no time: fingers that were read as extended, or a hand that hung down.
    guard was < line, now > was else { return FollowedStart(look.place, at: time) }
    return FollowedStart(look.place, at: time, after: before.look.place, at: before.time, share: (line - was) / (now - was))
  }
}

extension RelativeClutch.Look {
  /// Where the pinch is.
  fileprivate var place: PinchDwell.Place { PinchDwell.Place(distance: distance, height: height) }
}
