/// Where a hand was while it took hold, as a mean over time and not over frames.
///
/// The time from which it counts lies between two frames, where the hand crossed the line that makes it a pinch. So a crossing that is seen one frame earlier or later, because another processor's landmarks
/// differ in their last digits, moves that time by next to nothing, and the start with it.
struct FollowedStart: Sendable {
  /// Where the hand was in one frame, or at a time between two.
  private struct Sample: Sendable {
    var time: Double
    var place: PinchDwell.Place

    /// The sample at a time between this one and a later one.
    func towards(_ next: Sample, at time: Double) -> Sample {
      let length = next.time - self.time
      let share = length > 0 ? Float((time - self.time) / length) : 1
      return Sample(
        time: time,
        place: PinchDwell.Place(
          distance: place.distance + (next.place.distance - place.distance) * share,
          height: place.height + (next.place.height - place.height) * share))
    }
  }

  /// The first is the beginning, the others are frames.
  private var samples: [Sample]

  /// It begins at a frame: what was before it is not known, or does not count.
  init(_ place: PinchDwell.Place, at time: Double) {
    samples = [Sample(time: time, place: place)]
  }

  /// It begins between two frames. - Parameter share: of the way from the earlier to the later one, 0...1.
  init(_ place: PinchDwell.Place, at time: Double, after earlier: PinchDwell.Place, at earlierTime: Double, share: Float) {
    let end = Sample(time: time, place: place)
    let begin = Sample(time: earlierTime, place: earlier)
      .towards(end, at: earlierTime + Double(min(max(share, 0), 1)) * (time - earlierTime))
    samples = [begin, end]
  }

  /// The time from which it counts, in seconds.
  var since: Double { samples[0].time }

  /// Takes the next frame.
  mutating func see(_ place: PinchDwell.Place, at time: Double) { samples.append(Sample(time: time, place: place)) }

  /// The mean from the beginning until so many seconds later, on straight ways from frame to frame; until the last frame where that is earlier.
  func mean(over length: Double) -> PinchDwell.Place {
    let end = min(since + length, samples[samples.count - 1].time)
    var sum = PinchDwell.Place(distance: 0, height: 0)
    for (from, next) in zip(samples, samples.dropFirst()) where from.time < end {
      let to = next.time <= end ? next : from.towards(next, at: end)
      let half = Float((to.time - from.time) / 2)
      sum.distance += (from.place.distance + to.place.distance) * half
      sum.height += (from.place.height + to.place.height) * half
    }
    let lasted = Float(end - since)
    guard lasted > 0 else { return samples[samples.count - 1].place }
    return PinchDwell.Place(distance: sum.distance / lasted, height: sum.height / lasted)
  }
}
