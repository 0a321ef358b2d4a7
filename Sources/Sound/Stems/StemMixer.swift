/// Four channels and their sum; while a set is taken over, both sets'.
struct StemMixer: ~Copyable {
  /// Most frames of one call.
  static let most = SoundFormat.block

  private let strips: UnsafeMutablePointer<StemChannel>
  /// Sum, channel, and what is being left: two planes each.
  private let planes: UnsafeMutablePointer<Float>
  private let curve: UnsafePointer<Float>
  /// The sum of the last call.
  var left: UnsafeMutablePointer<Float> { planes }
  /// Its right side.
  var right: UnsafeMutablePointer<Float> { planes + Self.most }

  /// All channels as they were recorded.
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

  /// A channel, 0...3.
  @_noLocks func rtChannel(_ index: Int) -> StemChannel { strips[index] }

  /// Takes what is asked for.
  @_noLocks func rtAim(_ levels: PerChannel<StemLevel>) { for i in 0..<4 { strips[i].rtAim(levels[i]) } }

  /// What was asked for is there.
  @_noLocks func rtArrive() { for i in 0..<4 { strips[i].rtArrive() } }

  /// Nothing is heard for so many frames.
  @_noLocks func rtRest(_ count: Int) { for i in 0..<4 { strips[i].rtRest(count) } }

  /// Renders the next frames of a set into the sum.
  /// - Parameters:
  ///   - leaving: the set before it, if it is still faded out, and `fading` the frames that are left of that.
  ///   - count: frames, no more than a block.
  @_noLocks func rtRender(_ rig: StemRig, leaving: StemRig?, fading: Int, count: Int, speed: Double) {
    let (a, b) = (planes + 2 * Self.most, planes + 3 * Self.most)
    let (c, d) = (planes + 4 * Self.most, planes + 5 * Self.most)
    left.update(repeating: 0, count: count)
    right.update(repeating: 0, count: count)
    for i in 0..<4 {
      let part = rig.parts[i]
      var former: UnsafeMutablePointer<StemPart>?
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

  /// Fades from `c`, `d` over to `a`, `b`: these come eight times as fast, in 1.25 ms, because a set begins with what it strikes on its first beat.
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
