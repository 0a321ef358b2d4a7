/// A mixer that sums four channels. During the change to another set it mixes both sets.
struct StemMixer: ~Copyable {
  /// Maximum number of frames per call.
  static let most = SoundFormat.block

  private let strips: UnsafeMutablePointer<StemChannel>
  /// Planes of the sum, the channel and the outgoing channel. There are two each.
  private let planes: UnsafeMutablePointer<Float>
  private let curve: UnsafePointer<Float>
  /// The left plane of the last call's sum.
  var left: UnsafeMutablePointer<Float> { planes }
  /// The right plane of the last call's sum.
  var right: UnsafeMutablePointer<Float> { planes + Self.most }

  /// Creates channels with the levels of the recording.
  init() {
    strips = .allocate(capacity: PerChannel<Int>.count)
    strips.initialize(repeating: StemChannel(), count: PerChannel<Int>.count)
    planes = .allocate(capacity: 6 * Self.most)
    planes.initialize(repeating: 0, count: 6 * Self.most)
    curve = SpliceCurve.shared.power
  }

  deinit {
    strips.deallocate()
    planes.deallocate()
  }

  /// Returns a channel, 0...3.
  @_noLocks func rtChannel(_ index: Int) -> StemChannel { strips[index] }

  /// Applies the requested levels.
  @_noLocks func rtAim(_ levels: PerChannel<StemLevel>) { for i in 0..<4 { strips[i].rtAim(levels[i]) } }

  /// Jumps to the requested levels.
  @_noLocks func rtArrive() { for i in 0..<4 { strips[i].rtArrive() } }

  /// Advances all channels over frames in which nothing is heard.
  @_noLocks func rtRest(_ count: Int) { for i in 0..<4 { strips[i].rtRest(count) } }

  /// Renders the next frames of a set into the sum.
  /// - Parameters:
  ///   - leaving: the previous set, while it fades out.
  ///   - fading: remaining frames of that fade.
  ///   - count: frames, at most a block.
  @_noLocks func rtRender(_ rig: LoadedStemSet, leaving: LoadedStemSet?, fading: Int, count: Int, speed: Double) {
    let (a, b) = (planes + 2 * Self.most, planes + 3 * Self.most)
    let (c, d) = (planes + 4 * Self.most, planes + 5 * Self.most)
    left.update(repeating: 0, count: count)
    right.update(repeating: 0, count: count)
    for i in 0..<4 {
      let part = rig.parts[i]
      var former: UnsafeMutablePointer<LoadedStem>?
      if let leaving { former = leaving.parts[i] }
      if part == nil, former == nil {
        strips[i].rtRest(count)
        continue
      }
      a.update(repeating: 0, count: count)
      b.update(repeating: 0, count: count)
      if let part { strips[i].rtRender(part, a, b, count: count, speed: speed) }
      if leaving != nil {
        c.update(repeating: 0, count: count)
        d.update(repeating: 0, count: count)
        if let former { strips[i].rtRender(former, c, d, count: count, speed: speed) }
        rtFade(a, b, c, d, count, fading)
      }
      strips[i].rtAdd(a, b, count: count, to: left, right)
    }
  }

  /// Fades from `c`, `d` to `a`, `b`. The new sound arrives in 1.25 ms, eight times as fast as the old one
  /// leaves. The reason is that a set begins with the strikes of its first beat.
  @_noLocks private func rtFade(
    _ a: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>, _ c: UnsafePointer<Float>, _ d: UnsafePointer<Float>, _ count: Int,
    _ fading: Int
  ) {
    for i in 0..<min(count, fading) {
      let gone = curve[fading &- i]
      let come = curve[min(SpliceCurve.frames, 8 &* (SpliceCurve.frames &- fading &+ i))]
      a[i] = a[i] * come + c[i] * gone
      b[i] = b[i] * come + d[i] * gone
    }
  }
}
