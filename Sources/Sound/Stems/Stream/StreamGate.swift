import Stretch

/// The audio thread's side of a streamed channel: it looks ahead whether all is there, silences the channel for what is not, with a fade on either side, and lets a loop begin when its sound is there.
///
/// The place is never touched: a channel that has been silent goes on where it would be. What a stretcher read while frames were missing is heard for as long as it had read ahead, so the channel
/// stays silent that long.
struct StreamGate {
  /// Frames of the fades: 10 ms.
  static let fade = SpliceCurve.frames
  /// Frames ahead of the place that must be there for the channel to be heard: what a stretcher reads ahead at most, and as much as is played while it fades out.
  static let ahead = ReadAhead().rtFrames(speed: 2, ratio: 0.89) + 2 * Int64(fade + 2 * SoundFormat.block)

  /// How often something was not there in time.
  private(set) var gaps: Int64 = 0
  /// A region that waits for its sound.
  private(set) var asked: LoopRegion?
  /// How many were asked for.
  private var wish: Int64 = 0
  private let keeper: Unmanaged<StemStream>
  private let ahead = Self.ahead
  /// Frame of the transport up to which all is there.
  private var sure: Int64 = 0
  /// Frames of the transport before this one were read while some of them were missing.
  private var stale = Int64.min
  private var level = Ramp(1)

  init(_ stream: StemStream) { keeper = .passRetained(stream) }

  /// Nothing is read any more; an ordinary thread.
  func free() {
    keeper.takeUnretainedValue().close()
    keeper.release()
  }

  /// Before a block: takes what came, and looks ahead. - Parameter fixed: frame of the transport before which no loop can begin any more.
  @_noLocks mutating func rtBegin(_ source: ClipChannel, at frame: Int64, fixed: Int64) {
    rtTakeOrders(source, fixed)
    rtLook(source, frame)
    if sure >= frame &+ ahead {
      if frame >= stale { level.aim(1, frames: Self.fade) }
    } else {
      if level.goal > 0 { gaps &+= 1 }
      level.aim(0, frames: Self.fade)
    }
    let view = StreamView(plan: source.plan.pointee, frame: frame, asked: asked, wish: wish, fixed: fixed)
    keeper._withUnsafeGuaranteedRef { $0.rtTell(view) }
  }

  /// Asks for a region; what was pending and can be taken back is.
  @_noLocks mutating func rtAsk(_ region: LoopRegion, _ plan: UnsafeMutablePointer<LoopPlan>, fixed: Int64) {
    if plan.pointee.rtForget(fixed: fixed) { sure = min(sure, fixed) }
    wish &+= 1
    asked = plan.pointee.rtLast() == region ? nil : region
  }

  /// Behind what was rendered: silences what was not there.
  @_noLocks mutating func rtEnd(
    _ source: ClipChannel, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if source.plan.pointee.reached > sure { stale = max(stale, source.plan.pointee.reached) }
    if level.goal == 1, !level.isMoving { return }
    for i in 0..<count {
      let gain = level.next()
      left[i] *= gain
      right[i] *= gain
    }
  }

  @_noLocks private mutating func rtTakeOrders(_ source: ClipChannel, _ fixed: Int64) {
    while let order = keeper._withUnsafeGuaranteedRef({ $0.rtOrder() }) {
      switch order.kind {
      case .page: source.clip.rtPut(order.page, at: order.index)
      case .leave:
        source.clip.rtPut(nil, at: order.index)
        keeper._withUnsafeGuaranteedRef { $0.rtGiveBack(order.index) }
      case .ready:
        guard let region = asked, order.wish == wish else { continue }
        let bar = source.plan.pointee.rtBar(from: fixed)
        if bar < order.bar { continue }
        if bar > order.bar &+ 1 { continue }
        source.plan.pointee.rtAsk(region, fixed: fixed)
        sure = min(sure, fixed)
        asked = nil
      }
    }
  }

  /// Goes on as far as all pages are there.
  @_noLocks private mutating func rtLook(_ source: ClipChannel, _ frame: Int64) {
    let plan = source.plan
    let splice = Int64(SpliceCurve.frames)
    sure = max(sure, frame &- splice)
    while sure < frame &+ ahead {
      let round = plan.pointee.rtRound(at: sure)
      let at = plan.pointee.rtInside(round.clip &+ sure &- round.begin)
      if !source.clip.rtHas(at) { return }
      var n = min(StreamPage.frames &- at % StreamPage.frames, source.clip.frames &- at)
      n = min(n, round.end &- sure)
      if round.isCut, sure &+ n > round.end &- splice {
        if !source.clip.rtHas(plan.pointee.rtInside(round.next &- splice)) { return }
        if !source.clip.rtHas(plan.pointee.rtInside(round.next &- 1)) { return }
      }
      sure &+= n
    }
  }
}
