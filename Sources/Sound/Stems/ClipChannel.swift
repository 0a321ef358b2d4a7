import Stretch

/// A clip as its channel plays it: endlessly, with its loops. What a stretcher reads.
///
/// Where the clip does not go on by itself, its last 10 ms are faded over to what comes before the next part, with equal power, so that the first frame of a bar is heard whole and on its sample. Where only
/// a frame is left over because bars are not whole frames long, the gains are 1 together, for both are the same sound. A cycle whose end meets its start passes untouched.
package struct ClipChannel: StretchSource, BitwiseCopyable {
  /// Frames before a joint from which on onsets are those of the next part: where the splice has come to its middle.
  private static let half = Int64(SpliceCurve.frames / 2)

  let clip: Clip.View
  let plan: UnsafeMutablePointer<LoopPlan>
  /// Two planes of a splice's length.
  let scratch: UnsafeMutablePointer<Float>
  private let power, plain: UnsafePointer<Float>

  /// - Parameters: - clip: of at least one frame. - plan: its own; reading writes down there how far it has come. - scratch: twice a splice's frames.
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
      if round.joint != .none, at < splice { end = splice }
      let n = Int(min(Int64(count &- done), end &- at))
      rtCopy(from: round.clip &+ at &- round.begin, n, left + done, right + done)
      if round.joint != .none, at >= splice {
        let gains = round.joint == .slip ? plain : power
        rtCopy(from: round.next &+ at &- round.end, n, scratch, scratch + SpliceCurve.frames)
        rtMix(left + done, right + done, n, from: Int(at &- splice), gains)
      }
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

  @_noLocks private func rtMix(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, from: Int, _ gains: UnsafePointer<Float>
  ) {
    for i in 0..<count {
      let come = gains[from &+ i]
      let gone = gains[SpliceCurve.frames &- from &- i]
      left[i] = left[i] * gone + scratch[i] * come
      right[i] = right[i] * gone + scratch[SpliceCurve.frames &+ i] * come
    }
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
