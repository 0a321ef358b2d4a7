/// A possible pinch: it must last, with the other fingers at rest.
package struct PinchDwell: Sendable {
  /// Distance below which a pinch begins, in hand sizes.
  private let engageBelow: Float
  private var candidate: Candidate?
  /// The frame before, if its hand is the same.
  private var before: (look: RelativeClutch.Reading, time: Double)?

  /// The place at which a pinch begins, in hand sizes.
  /// It is the mean of the dwell, or of the last tenth of a second of a longer one, so no single frame decides.
  package struct Place: Sendable, Equatable {
    package var distance: Float
    package var height: Float
  }

  /// A pinch that has lasted.
  package struct Begun: Sendable, Equatable {
    /// The place at which it begins.
    package var place: Place
    /// End of its dwell in seconds. It is the frame that detects the pinch, or up to a tenth of a second before.
    package var time: Double
  }

  /// A candidate for a pinch. It has its first frame, the other fingers then, and the hand since.
  private struct Candidate: Sendable {
    var since: Double
    var openness: Float
    var start: FollowedStart
  }

  /// Creates a detector without readings.
  /// - Parameter engageBelow: the distance of thumb tip and index tip below which a pinch begins, in hand
  ///   sizes.
  package init(engageBelow: Float = RelativeClutch.engageBelow) { self.engageBelow = engageBelow }

  /// Forgets the readings. They are not a pinch, or belong to another hand.
  package mutating func forget() {
    candidate = nil
    before = nil
  }

  /// Processes a frame without an engaged pinch.
  /// It returns the place and time of the pinch once it has lasted, and then waits for the next one.
  package mutating func saw(_ look: RelativeClutch.Reading, at time: Double) -> Begun? {
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
    // A kept reading gets older by itself: a measured one must confirm the pinch.
    guard !look.isKept, time - now.since >= RelativeClutch.engageAfter - 1e-6, look.measured < engageBelow else {
      return nil
    }
    candidate = nil
    let due = now.start.since + RelativeClutch.engageAfter
    // Fingers hovered, or frames were missing: the motion since then must not be heard.
    guard time - due <= Double(RelativeClutch.longestStep) + 1e-6 else {
      return Begun(place: now.start.mean(last: RelativeClutch.engageAfter), time: time)
    }
    return Begun(place: now.start.mean(over: RelativeClutch.engageAfter), time: min(due, time))
  }

  /// Starts at the crossing of a threshold between two frames.
  /// It is the threshold of the pinch or, during a candidate, that of the other fingers' rest.
  private func begin(_ look: RelativeClutch.Reading, at time: Double) -> FollowedStart {
    guard let before, time - before.time <= Double(RelativeClutch.longestStep) else { return FollowedStart(look.place, at: time) }
    let (was, now, line): (Float, Float, Float)
    if let candidate {
      (was, now, line) =
        (abs(before.look.openness - candidate.openness), abs(look.openness - candidate.openness), RelativeClutch.restless)
    } else {
      (was, now, line) = (-before.look.measured, -look.measured, -engageBelow)
    }
    // The frame crossed another threshold, in no time: fingers were read as extended, or a hand hung down.
    guard was < line, now > was else { return FollowedStart(look.place, at: time) }
    return FollowedStart(look.place, at: time, after: before.look.place, at: before.time, share: (line - was) / (now - was))
  }
}

extension RelativeClutch.Reading {
  /// The place of the pinch.
  fileprivate var place: PinchDwell.Place { PinchDwell.Place(distance: distance, height: height) }
}
