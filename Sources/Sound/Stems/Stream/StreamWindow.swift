/// The pages that a streamed channel needs, the most urgent ones first.
struct StreamWindow {
  /// Frames before the place that may be read again, including the splice.
  private static let behind = LoopPlan.behind + Int64(SpliceCurve.frames) + 1
  /// Number of pages that may be leaving while others arrive.
  static let spare = 8

  /// Frames needed ahead of the place (`near`) and of a beginning (`head`). A beginning is that of a loop or of
  /// the cycle; its frames must be in memory before it starts. The values are four seconds if there is room,
  /// otherwise two and one.
  let near, head: Int64
  /// Maximum number of pages.
  let limit: Int
  private let grid: BarGrid
  private let frames: Int64

  /// - Parameters:
  ///   - frames: length of the channel.
  ///   - pages: maximum number of pages of the channel.
  init(_ grid: BarGrid, frames: Int64, pages: Int) {
    self.grid = grid
    self.frames = frames
    limit = pages - Self.spare
    near = limit >= 256 ? 192_000 : 96_000
    head = limit >= 256 ? 192_000 : 48_000
  }

  /// Returns the first bar at which a region may begin.
  func bar(_ view: StreamView) -> Int64 { grid.rtBar(from: view.fixed) }

  /// Returns the pages needed before a region begins. It may begin at `bar` or the next bar.
  func pages(_ view: StreamView, begins region: LoopRegion, bar: Int64) -> [Int] {
    var list = PageList(frames, limit: limit)
    for bar in [bar, bar + 1] {
      let from = grid.rtStart(ofBar: bar)
      var plan = view.plan
      plan.rtForget(fixed: from)
      plan.rtAsk(region, fixed: from)
      list.add(plan, from: from - Int64(SpliceCurve.frames) - 1, to: from + head)
    }
    return list.pages
  }

  /// Returns all pages that are needed.
  /// - Parameters:
  ///   - held: a region that was reported as ready, and its bar.
  ///   - isFar: whether to add as much ahead as there is room for.
  func pages(_ view: StreamView, held: StreamOrder?, isFar: Bool = true) -> [Int] {
    var list = PageList(frames, limit: limit)
    list.add(view.plan, from: view.frame - Self.behind, to: view.frame + near)
    if let asked = view.asked { list.add(pages(view, begins: asked, bar: bar(view))) }
    if let pending = view.plan.rtPending(behind: view.frame) {
      list.add(view.plan, from: pending.from - Int64(SpliceCurve.frames) - 1, to: pending.from + head)
    }
    // A pending region may be withdrawn until shortly before its bar line.
    var plan = view.plan
    plan.rtForget(fixed: view.fixed)
    list.add(plan, from: view.frame, to: view.frame + near)
    if let held { list.add(pages(view, begins: held.region, bar: held.bar)) }
    list.add(clip: -Int64(SpliceCurve.frames) - 1, to: head)
    let here = view.plan.rtSegment(at: view.frame)
    if !here.region.isWhole { list.add(clip: here.first - Int64(SpliceCurve.frames) - 1, to: here.first + head) }
    if isFar { list.add(view.plan, from: view.frame, to: view.frame + Int64(limit) * StreamPage.frames) }
    return list.pages
  }
}

/// A limited list of pages in order of urgency, without duplicates.
private struct PageList {
  private(set) var pages: [Int] = []
  private var known: Set<Int> = []
  private let frames: Int64
  private let limit: Int

  init(_ frames: Int64, limit: Int) {
    self.frames = frames
    self.limit = limit
  }

  mutating func add(_ more: [Int]) { for page in more { add(page) } }

  private mutating func add(_ page: Int) {
    if pages.count < limit, known.insert(page).inserted { pages.append(page) }
  }

  /// Adds frames of the clip, which wraps around at its end.
  mutating func add(clip from: Int64, to end: Int64) {
    var at = from
    while at < end {
      let inside = ((at % frames) + frames) % frames
      add(Int(inside / StreamPage.frames))
      at += min(StreamPage.frames - inside % StreamPage.frames, frames - inside)
    }
  }

  /// Adds frames of the transport along a plan. It includes the sound that is spliced in before each joint.
  mutating func add(_ plan: LoopPlan, from: Int64, to end: Int64) {
    let splice = Int64(SpliceCurve.frames)
    var at = from
    while at < end, pages.count < limit {
      let round = plan.rtRound(at: at)
      let stop = min(round.end, end)
      add(clip: round.clip + at - round.begin, to: round.clip + stop - round.begin)
      if round.isCut, stop > round.end - splice { add(clip: round.next - splice, to: round.next) }
      at = stop
    }
  }
}
