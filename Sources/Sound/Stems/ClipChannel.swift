import Stretch

/// A clip as its channel plays it: endlessly, with its loops. What a stretcher reads.
///
/// Where the clip does not go on by itself, its last 10 ms are faded over to what comes before the next part, so that the first frame of a bar is heard whole and on its sample: with equal power where the two
/// sounds are not alike, with gains that are 1 together where they are the same (bars that repeat, a frame that is left over because bars are not whole frames long), in between by their likeness. A cycle
/// whose end meets its start passes untouched.
package struct ClipChannel: StretchSource, BitwiseCopyable {
  /// Frames before a joint from which on onsets are those of the next part: where the splice has come to its middle.
  private static let half = Int64(SpliceCurve.frames / 2)

  let clip: Clip.View
  let plan: UnsafeMutablePointer<LoopPlan>
  /// Four planes of a splice's length: what comes, and what goes.
  let scratch: UnsafeMutablePointer<Float>
  private let power, plain: UnsafePointer<Float>

  /// - Parameters: - clip: of at least one frame. - plan: its own; reading writes down there how far it has come. - scratch: four times a splice's frames.
  package init(_ clip: Clip.View, _ plan: UnsafeMutablePointer<LoopPlan>, scratch: UnsafeMutablePointer<Float>) {
    self.clip = clip
    self.plan = plan
    self.scratch = scratch
    power = SpliceCurve.shared.power
    plain = SpliceCurve.shared.plain
  }

  /// Reads frames of the transport; none is ever missing.
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

  /// Copies frames of the clip, which goes round.
  @_noLocks private func rtCopy(from: Int64, _ count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
    var (done, at) = (0, plan.pointee.rtInside(from))
    while done < count {
      let n = Int(min(Int64(count &- done), clip.frames &- at))
      clip.rtRead(from: at, count: n, left + done, right + done)
      done &+= n
      at = 0
    }
  }

  /// Mixes what comes into frames of a splice from `from` on.
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

  /// How much the two sounds of a splice are the same, 0...1: worked out once for each.
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

  /// The clip's onsets as they come in the transport, as far as the plan is fixed.
  @_noLocks package func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int {
    let limit = plan.pointee.reached &+ LoopPlan.lead
    // A sound without onsets would be looked through from its beginning each time.
    var at = max(frame &+ 1, plan.pointee.reached &- LoopPlan.behind)
    var written = 0
    while at < limit, written < most {
      let round = plan.pointee.rtRound(at: at &+ Self.half)
      let end = min(round.end &- Self.half, limit)
      let clipFrame = plan.pointee.rtInside(round.clip &+ at &- round.begin)
      var index = clip.rtOnset(from: clipFrame)
      // Of the transport: where the clip's first frame lies.
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
