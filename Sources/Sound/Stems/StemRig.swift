import Stretch

/// One channel of a set that is ready to be heard: its clip, its loops and a stretcher that runs.
struct StemPart: ~Copyable {
  var head = Playhead()
  let source: ClipChannel
  /// Length in bars.
  let bars: Int
  /// Frames of the output that were rendered when what is played began; -1 before the first loop.
  var changedAt: Int64 = -1
  /// Looks after what is streamed; nil for a clip in memory.
  var gate: StreamGate?
  private let keeper: Unmanaged<Clip>

  /// - Parameters: - clip: as long as the bars are on the grid. - speed, ratio: as it is heard first.
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

  /// Renders its next frames.
  @_noLocks mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int, speed: Double, ratio: Double
  ) {
    _ = head.rtRender(left, right, count: count, speed: speed, ratio: ratio, source, former: source)
    gate?.rtEnd(source, left, right, count: count)
  }
}

/// A set that was loaded and whose stretchers run, on its way to the audio thread and back. A plain value that can go through a ring; whoever holds it owns the set until it is handed on.
package struct StemRig: BitwiseCopyable, Sendable {
  /// Which set it is: the number that the loader gave it, from 1.
  package let number: Int
  let grid: BarGrid
  nonisolated(unsafe) let parts: PerChannel<UnsafeMutablePointer<StemPart>?>

  /// Starts a set's stretchers at its beginning; an ordinary thread. It must be freed once.
  /// - Parameters:
  ///   - clips: 1 to 4 with their lengths in bars, as long as these are on the grid.
  ///   - levels: as it will be heard first.
  package static func make(_ number: Int, _ grid: BarGrid, _ clips: [(clip: Clip, bars: Int)], _ levels: StemLevels) -> StemRig {
    var parts = PerChannel<UnsafeMutablePointer<StemPart>?>(nil)
    for (i, (clip, bars)) in clips.prefix(PerChannel<Int>.count).enumerated() {
      let part = UnsafeMutablePointer<StemPart>.allocate(capacity: 1)
      let ratio = PitchRatio.rtFrom(cents: Double(levels.channels[i].cents))
      part.initialize(to: StemPart(clip, bars: bars, grid, speed: levels.rtTempo(of: number), ratio: ratio))
      parts[i] = part
    }
    return StemRig(number: number, grid: grid, parts: parts)
  }

  /// Frees it with its clips and stretchers; an ordinary thread that owns it.
  package func free() {
    for i in 0..<PerChannel<Int>.count {
      guard let part = parts[i] else { continue }
      part.deinitialize(count: 1)
      part.deallocate()
    }
  }
}
