import Stretch

/// One channel of a set that is ready to play. It has a clip, its loops and a running stretcher.
struct LoadedStem: ~Copyable {
  var head = Playhead()
  let source: ClipChannel
  /// Length in bars.
  let bars: Int
  /// Output frames rendered when the current region began. -1 before the first loop.
  var changedAt: Int64 = -1
  /// The gate of a streamed clip; nil for a clip in memory.
  var gate: StreamGate?
  private let keeper: Unmanaged<Clip>

  /// - Parameters:
  ///   - clip: as long as the bars are on the grid.
  ///   - speed, ratio: initial values of the playback.
  init(_ clip: Clip, bars: Int, _ grid: BarGrid, speed: Double, ratio: Double) {
    self.bars = bars
    keeper = .passRetained(clip)
    gate = clip.stream.map { StreamGate($0) }
    let plan = UnsafeMutablePointer<LoopPlan>.allocate(capacity: 1)
    plan.initialize(to: LoopPlan(grid, bars: bars, frames: clip.view.frames))
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 4 * SpliceCurve.frames)
    scratch.initialize(repeating: 0, count: 4 * SpliceCurve.frames)
    source = ClipChannel(clip.view, plan, scratch: scratch)
    let stretcher = StretcherHandle.make()
    _ = stretcher.start(at: Place(frame: 0), speed: speed, ratio: ratio, source)
    _ = head.rtTake(stretcher)
  }

  deinit {
    source.plan.deallocate()
    source.scratch.deallocate()
    gate?.free()
    keeper.release()
  }

  /// Renders the part's next frames.
  @_noLocks mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int, speed: Double, ratio: Double
  ) {
    _ = head.rtRender(left, right, count: count, speed: speed, ratio: ratio, source, former: source)
    gate?.rtEnd(source, left, right, count: count)
  }
}

/// A loaded set with running stretchers. It goes to the audio thread and back. A plain value that fits into a
/// ring. The current holder owns the set until it hands it on.
package struct LoadedStemSet: BitwiseCopyable, Sendable {
  /// Number of the set, given by the loader, from 1.
  package let number: Int
  let grid: BarGrid
  nonisolated(unsafe) let parts: PerChannel<UnsafeMutablePointer<LoadedStem>?>

  /// Starts a set's stretchers at its beginning, on an ordinary thread. The result must be freed once.
  /// - Parameters:
  ///   - clips: 1 to 4 clips with their lengths in bars; each is as long as its bars on the grid.
  ///   - levels: initial levels of the playback.
  package static func make(_ number: Int, _ grid: BarGrid, _ clips: [(clip: Clip, bars: Int)], _ levels: StemLevels) -> LoadedStemSet {
    var parts = PerChannel<UnsafeMutablePointer<LoadedStem>?>(nil)
    for (i, (clip, bars)) in clips.prefix(PerChannel<Int>.count).enumerated() {
      let part = UnsafeMutablePointer<LoadedStem>.allocate(capacity: 1)
      let ratio = PitchRatio.rtFrom(cents: Double(levels.channels[i].cents))
      part.initialize(to: LoadedStem(clip, bars: bars, grid, speed: levels.rtTempo(of: number), ratio: ratio))
      parts[i] = part
    }
    return LoadedStemSet(number: number, grid: grid, parts: parts)
  }

  /// Frees the set with its clips and stretchers. Call it on an ordinary thread that owns the set.
  package func free() {
    for i in 0..<PerChannel<Int>.count {
      guard let part = parts[i] else { continue }
      part.deinitialize(count: 1)
      part.deallocate()
    }
  }
}
