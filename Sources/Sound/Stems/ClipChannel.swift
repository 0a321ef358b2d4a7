import Stretch

/// A clip as its channel plays it: endlessly, with its loops. A stretcher reads it.
///
/// At a cut the clip does not continue by itself. There its last 10 ms cross-fade to the sound before the next
/// part. So the first frame of a bar is heard at full level and exactly on its sample. If the two sounds differ,
/// the fade keeps equal power. If they are the same, the gains add up to 1. That is the case for bars that
/// repeat, or a frame left over because bars are not whole frames long. In between, the likeness of the sounds
/// sets the curve. A cycle whose end meets its start stays unchanged.
package struct ClipChannel: StretchSource, BitwiseCopyable {
  /// Distance in frames from the middle of a splice to the joint. From there on, onsets belong to the next part.
  private static let half = Int64(SpliceCurve.frames / 2)

  let clip: Clip.View
  let plan: UnsafeMutablePointer<LoopPlan>
  /// Scratch memory of four planes of a splice's length. Two are for the incoming sound and two for the outgoing.
  let scratch: UnsafeMutablePointer<Float>
  private let power, plain: UnsafePointer<Float>

  /// - Parameters:
  ///   - clip: at least one frame long.
  ///   - plan: owned by this channel; reading records in it how far the channel was read.
  ///   - scratch: room for four times the frames of a splice.
  package init(_ clip: Clip.View, _ plan: UnsafeMutablePointer<LoopPlan>, scratch: UnsafeMutablePointer<Float>) {
    self.clip = clip
    self.plan = plan
    self.scratch = scratch
    power = SpliceCurve.shared.power
    plain = SpliceCurve.shared.plain
  }

  /// Reads frames of the transport. No frame is ever missing.
  @_noLocks package func rtRead(from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>)
    -> Int
  {
    plan.pointee.rtReach(frame &+ Int64(count))
    var done = 0
    while done < count {
      let at = frame &+ Int64(done)
      let round = plan.pointee.rtRound(at: at)
      let splice = round.end &- Int64(SpliceCurve.frames)
      var end = round.end
      if round.isCut, at < splice { end = splice }
      let n = Int(min(Int64(count &- done), end &- at))
      rtCopy(from: round.clip &+ at &- round.begin, n, left + done, right + done)
      if round.isCut, at >= splice { rtMix(left + done, right + done, n, from: Int(at &- splice), round) }
      done &+= n
    }
    return 0
  }

  /// Copies frames of the clip, which wraps around at its end.
  @_noLocks private func rtCopy(from: Int64, _ count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
    var (done, at) = (0, plan.pointee.rtInside(from))
    while done < count {
      let n = Int(min(Int64(count &- done), clip.frames &- at))
      clip.rtRead(from: at, count: n, left + done, right + done)
      done &+= n
      at = 0
    }
  }

  /// Mixes the incoming sound into a splice, starting at frame `from`.
  @_noLocks @inline(never) private func rtMix(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, from: Int, _ round: LoopPlan.Round
  ) {
    let all = SpliceCurve.frames
    let likeness = rtLikeness(round)
    rtCopy(from: round.next &- Int64(all &- from), count, scratch, scratch + all)
    for i in 0..<count {
      let (a, b) = (from &+ i, all &- from &- i)
      let come = power[a] + (plain[a] - power[a]) * likeness
      let gone = power[b] + (plain[b] - power[b]) * likeness
      left[i] = left[i] * gone + scratch[i] * come
      right[i] = right[i] * gone + scratch[all &+ i] * come
    }
  }

  /// Returns the likeness of the two sounds of a splice, 0...1. It is calculated once per splice.
  @_noLocks private func rtLikeness(_ round: LoopPlan.Round) -> Float {
    if let known = plan.pointee.rtLikeness(at: round.end) { return known }
    let all = SpliceCurve.frames
    rtCopy(from: round.next &- Int64(all), all, scratch, scratch + all)
    rtCopy(from: round.clip &+ round.end &- Int64(all) &- round.begin, all, scratch + 2 &* all, scratch + 3 &* all)
    var both: Float = 0
    var each: Float = 1e-12
    for i in 0..<2 &* all {
      let (a, b) = (scratch[i], scratch[2 &* all &+ i])
      both += a * b
      each += a * a + b * b
    }
    let likeness = max(0, min(1, 2 * both / each))
    plan.pointee.rtKeep(likeness: likeness, at: round.end)
    return likeness
  }

  /// Writes the clip's onsets in frames of the transport. It writes them as far as the plan is fixed.
  @_noLocks package func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int {
    let limit = plan.pointee.reached &+ LoopPlan.lead
    // This limits the search. Otherwise each call would search a sound without onsets from its beginning.
    var at = max(frame &+ 1, plan.pointee.reached &- LoopPlan.behind)
    var written = 0
    while at < limit, written < most {
      let round = plan.pointee.rtRound(at: at &+ Self.half)
      let end = min(round.end &- Self.half, limit)
      let clipFrame = plan.pointee.rtInside(round.clip &+ at &- round.begin)
      var index = clip.rtOnset(from: clipFrame)
      // The frame of the transport at which the clip's first frame lies.
      let zero = at &- clipFrame
      while written < most, index < clip.rtOnsetCount() {
        var onset = clip.rtOnset(index)
        onset.frame &+= zero
        if onset.frame >= end { break }
        list[written] = onset
        written &+= 1
        index &+= 1
      }
      if written == most { break }
      at = index == clip.rtOnsetCount() ? min(end, zero &+ clip.frames) : end
    }
    return written
  }
}
