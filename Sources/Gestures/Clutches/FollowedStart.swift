/// Mean place of a hand while it engages, over time, not frames.
///
/// The start time lies between two frames, where the hand crossed the threshold of a pinch. Another processor's
/// landmarks differ in their last digits, so the crossing may be seen one frame earlier or later. That changes
/// the start time, and with it the place, by almost nothing.
struct FollowedStart: Sendable {
  /// Place of the hand in one frame, or between two.
  private struct Sample: Sendable {
    var time: Double
    var place: PinchDwell.Place

    /// Returns the sample between this one and a later one.
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

  /// The start time, in seconds.
  let since: Double
  /// The samples of frames; a young one begins with the start.
  private var samples: [Sample]
  /// Seconds that are kept: fingers may hover for hours before they engage.
  private static let kept = 1.0

  /// Starts at a frame; earlier frames are unknown, or do not count.
  init(_ place: PinchDwell.Place, at time: Double) {
    since = time
    samples = [Sample(time: time, place: place)]
  }

  /// Starts between two frames.
  /// - Parameter share: fraction of the interval from the earlier to the later frame, 0...1.
  init(_ place: PinchDwell.Place, at time: Double, after earlier: PinchDwell.Place, at earlierTime: Double, share: Float) {
    let end = Sample(time: time, place: place)
    let begin = Sample(time: earlierTime, place: earlier)
      .towards(end, at: earlierTime + Double(min(max(share, 0), 1)) * (time - earlierTime))
    since = begin.time
    samples = [begin, end]
  }

  /// Adds the next frame.
  mutating func see(_ place: PinchDwell.Place, at time: Double) {
    samples.append(Sample(time: time, place: place))
    while samples.count > 2, samples[1].time <= time - Self.kept { samples.removeFirst() }
  }

  /// Returns the mean over `length` seconds from the start.
  /// It is linear between frames and ends at the last frame if that is earlier.
  /// - Parameter length: well below a second.
  func mean(over length: Double) -> PinchDwell.Place { mean(from: since, to: min(since + length, samples[samples.count - 1].time)) }

  /// Returns the mean of the last `length` seconds, linear between frames.
  /// - Parameter length: well below a second.
  func mean(last length: Double) -> PinchDwell.Place {
    let end = samples[samples.count - 1].time
    return mean(from: max(since, end - length), to: end)
  }

  private func mean(from begin: Double, to end: Double) -> PinchDwell.Place {
    var sum = PinchDwell.Place(distance: 0, height: 0)
    for (earlier, next) in zip(samples, samples.dropFirst()) where earlier.time < end && next.time > begin {
      let from = earlier.time >= begin ? earlier : earlier.towards(next, at: begin)
      let to = next.time <= end ? next : earlier.towards(next, at: end)
      let half = Float((to.time - from.time) / 2)
      sum.distance += (from.place.distance + to.place.distance) * half
      sum.height += (from.place.height + to.place.height) * half
    }
    let lasted = Float(end - begin)
    guard lasted > 0 else { return samples[samples.count - 1].place }
    return PinchDwell.Place(distance: sum.distance / lasted, height: sum.height / lasted)
  }
}
