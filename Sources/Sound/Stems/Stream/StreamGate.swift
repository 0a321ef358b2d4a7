import Stretch

/// The audio thread's side of a streamed channel. It checks that the frames ahead are in memory. If frames are
/// missing, it silences the channel, with a fade on either side. It lets a loop begin when its sound is in
/// memory.
///
/// The place never changes: after a silence the channel continues where it would be. A stretcher plays the frames
/// that it read while some were missing, for as long as it reads ahead. So the channel stays silent for that
/// time.
struct StreamGate {
  /// Number of frames of the fades: 10 ms.
  static let fade = SpliceCurve.frames
  /// Number of frames that must be in memory ahead of the place. It is the most that a stretcher reads ahead, and
  /// the frames that play during the fade-out.
  static let ahead = ReadAhead().rtFrames(speed: 2, ratio: 0.89) + 2 * Int64(fade + 2 * SoundFormat.block)

  /// How often a page was late.
  private(set) var gaps: Int64 = 0
  /// A region that waits for its sound.
  private(set) var asked: LoopRegion?
  /// Number of regions requested so far.
  private var request: Int64 = 0
  private let keeper: Unmanaged<StemStream>
  private let ahead = Self.ahead
  /// Frame of the transport up to which all pages are in memory.
  private var sure: Int64 = 0
  /// Frames before this transport frame were read while some were missing.
  private var stale = Int64.min
  private var level = Ramp(1)

  init(_ stream: StemStream) { keeper = .passRetained(stream) }

  /// Closes the stream: the audio thread does not read it any more. Called on an ordinary thread.
  func free() {
    keeper.takeUnretainedValue().close()
    keeper.release()
  }

  /// Takes new pages and checks the frames ahead, before a block.
  /// - Parameter fixed: first frame of the transport at which a loop can still begin.
  @_noLocks mutating func rtBegin(_ source: ClipChannel, at frame: Int64, fixed: Int64) {
    rtTakeOrders(source, fixed)
    rtLook(source, frame)
    if sure >= frame &+ ahead {
      if frame >= stale { level.aim(1, frames: Self.fade) }
    } else {
      if level.goal > 0 { gaps &+= 1 }
      level.aim(0, frames: Self.fade)
    }
    let view = StreamView(plan: source.plan.pointee, frame: frame, asked: asked, request: request, fixed: fixed)
    keeper._withUnsafeGuaranteedRef { $0.rtTell(view) }
  }

  /// Requests a region, and takes back a pending one if possible.
  @_noLocks mutating func rtAsk(_ region: LoopRegion, _ plan: UnsafeMutablePointer<LoopPlan>, fixed: Int64) {
    if plan.pointee.rtForget(fixed: fixed) { sure = min(sure, fixed) }
    request &+= 1
    asked = plan.pointee.rtLast() == region ? nil : region
  }

  /// Silences missing frames, after a block was rendered.
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
        guard let region = asked, order.request == request else { continue }
        let bar = source.plan.pointee.rtBar(from: fixed)
        if bar < order.bar { continue }
        if bar > order.bar &+ 1 { continue }
        source.plan.pointee.rtAsk(region, fixed: fixed)
        sure = min(sure, fixed)
        asked = nil
      }
    }
  }

  /// Advances `sure` as far as all pages are in memory.
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
