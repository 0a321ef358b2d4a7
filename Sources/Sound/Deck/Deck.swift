import CRealtime

/// One playing tape with its own speed and pitch. At speed 1 and pitch 0 the tape passes untouched; otherwise through the stretcher. Between the two ways
/// a cross-fade of 10 ms, both at the same place of the tape.
struct Deck: ~Copyable, @unchecked Sendable {
  static let crossFade = 480

  private var stretcher: Stretcher
  /// Where the next output frame lies on the tape.
  private(set) var position = 0.0
  /// Where the stretcher reads next.
  private var feed: Int64 = 0
  private var wet = false
  /// Frames of cross-fade that remain.
  private var fading = 0
  private var fadeFrom: Int64 = 0
  private var speed: Float = 1
  private var cents: Float = 0
  private let wetLeft, wetRight, dryLeft, dryRight: UnsafeMutablePointer<Float>
  /// Frames the tape did not have in time, counted at its end no more.
  private(set) var starved = 0

  init(_ quality: Stretcher.Quality = .fine) {
    stretcher = Stretcher(quality)
    func plane() -> UnsafeMutablePointer<Float> {
      let p = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block)
      p.initialize(repeating: 0, count: SoundFormat.block)
      return p
    }
    wetLeft = plane()
    wetRight = plane()
    dryLeft = plane()
    dryRight = plane()
  }

  deinit {
    wetLeft.deallocate()
    wetRight.deallocate()
    dryLeft.deallocate()
    dryRight.deallocate()
  }


  /// Starts a tape at a frame, at once.
  @_noLocks mutating func rtLoad(at frame: Int64, _ tape: Unmanaged<Tape>) {
    position = Double(frame)
    fading = 0
    wet = speed != 1 || cents != 0
    if wet { feed = rtStart(frame, tape) }
  }

  @_noLocks private mutating func rtStart(_ frame: Int64, _ tape: Unmanaged<Tape>) -> Int64 {
    stretcher.rtSet(speed: speed, pitch: gf_exp2f(cents / 1200))
    return stretcher.rtStart(at: frame, tape)
  }

  /// Renders one block to two planes.
  /// - Parameters:
  ///   - speed: 0.1...2. - cents: -2400...2400.
  ///   - count: frames, no more than a block.
  @_noLocks mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int, speed: Float, cents: Float,
    _ tape: Unmanaged<Tape>
  ) {
    self.speed = speed
    self.cents = cents
    let original = speed == 1 && cents == 0
    if wet == original, fading == 0 {
      // Change the way: the other one starts at the very place that is heard now.
      fading = Deck.crossFade
      if original {
        fadeFrom = Int64(gf_floor(position + 0.5))
      } else {
        fadeFrom = Int64(gf_floor(position))
        feed = rtStart(fadeFrom, tape)
      }
      wet = !original
    }
    guard fading > 0 else {
      if wet {
        rtWet(left, right, count, tape)
      } else {
        rtDry(Int64(position), left, right, count, tape)
      }
      position += Double(count) * (wet ? Double(speed) : 1)
      return
    }
    // During a cross-fade the dry tape runs at speed 1 from where it began; the stretcher goes at its own.
    rtWet(wetLeft, wetRight, count, tape)
    rtDry(fadeFrom, dryLeft, dryRight, count, tape)
    fadeFrom &+= Int64(count)
    let (oldLeft, oldRight) = wet ? (dryLeft, dryRight) : (wetLeft, wetRight)
    let (newLeft, newRight) = wet ? (wetLeft, wetRight) : (dryLeft, dryRight)
    for i in 0..<count {
      let done = 1 - Float(max(fading &- i, 0)) / Float(Deck.crossFade)
      left[i] = oldLeft[i] + (newLeft[i] - oldLeft[i]) * done
      right[i] = oldRight[i] + (newRight[i] - oldRight[i]) * done
    }
    fading = max(0, fading &- count)
    position = wet ? position + Double(count) * Double(speed) : Double(fadeFrom)
  }

  @_noLocks private mutating func rtWet(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, _ tape: Unmanaged<Tape>
  ) {
    if wet { stretcher.rtSet(speed: speed, pitch: gf_exp2f(cents / 1200)) }
    rtCount(missing: stretcher.rtRender(left, right, count: count, next: &feed, tape), tape)
  }

  @_noLocks private mutating func rtDry(
    _ frame: Int64, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, _ tape: Unmanaged<Tape>
  ) {
    rtCount(missing: tape._withUnsafeGuaranteedRef { $0.rtCopy(from: frame, count: count, left, right) }, tape)
  }

  @_noLocks private mutating func rtCount(missing: Int, _ tape: Unmanaged<Tape>) {
    guard missing > 0, position > 0, tape._withUnsafeGuaranteedRef({ $0.rtEnd() }) < 0 else { return }
    starved &+= missing
  }
}
