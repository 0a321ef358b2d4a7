import CRealtime

/// One playing tape with its own speed and pitch. At speed 1 and pitch 0 the tape passes untouched; otherwise through the stretcher. Between the two ways
/// a cross-fade of 10 ms, both at the same place of the tape.
///
/// The stretcher always runs along, so that leaving speed 1 costs no more than any other block and is heard at once.
package struct Deck: ~Copyable {
  /// Frames of the fade between the untouched way and the stretcher: 10 ms.
  package static let crossFade = 480
  /// Frames at speed 1 and pitch 0 after which the stretcher has forgotten what was before: 30 ms.
  package static let settle = 1440

  private var stretcher: Stretcher
  /// Where the next output frame lies on the tape.
  package private(set) var position = 0.0
  /// Where the stretcher reads next.
  private var feed: Int64 = 0
  /// What the stretcher holds at speed 1 and pitch 0: read, but not yet given out. Nil until it was seen.
  private var held: Int64 = -1
  /// Where the untouched way reads next; runs at speed 1 also while it fades out.
  private var dryNext: Int64 = 0
  private var warm = false
  private var wet = false
  private var unity = 0
  /// Frames of cross-fade that remain.
  private var fading = 0
  private let wetLeft, wetRight, dryLeft, dryRight: UnsafeMutablePointer<Float>
  /// Frames that were to be heard and that the tape did not have in time.
  package private(set) var starved = 0

  /// Silent until a tape is loaded. - Parameter quality: of the stretcher.
  package init(_ quality: Stretcher.Quality = .fine) {
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

  /// Tape frames below which everything has been read, or will be by the next block.
  @_noLocks package func rtReach() -> Int64 {
    // While only the stretcher is heard, the untouched way's place runs on at speed 1 and means nothing.
    if wet, fading == 0 { return feed }
    return max(feed, dryNext &+ Int64(SoundFormat.block))
  }

  /// Goes over to a frame of a tape. `rtRender` answers silence until the stretcher has run in: 43 ms at speed 1 and pitch 0, 107 ms at speed 2 and two octaves down.
  @_noLocks package mutating func rtLoad(at frame: Int64, speed: Float, cents: Float) {
    position = Double(frame)
    dryNext = frame
    fading = 0
    wet = speed != 1 || cents != 0
    unity = wet ? 0 : Deck.settle
    stretcher.rtSet(speed: speed, pitch: gf_exp2f(cents / 1200))
    feed = stretcher.rtStart(at: frame)
    warm = false
  }

  /// Renders one block to two planes; answers whether there was anything to hear yet.
  /// - Parameters:
  ///   - speed: 0.1...2. - cents: -2400...2400.
  ///   - count: frames, no more than a block.
  @_noLocks package mutating func rtRender(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int, speed: Float, cents: Float,
    _ tape: Unmanaged<Tape>
  ) -> Bool {
    guard warm else {
      warm = stretcher.rtWarm(next: &feed, tape)
      for i in 0..<count {
        left[i] = 0
        right[i] = 0
      }
      return false
    }
    stretcher.rtSet(speed: speed, pitch: gf_exp2f(cents / 1200))
    let missedWet = stretcher.rtRender(wetLeft, wetRight, count: count, next: &feed, tape)
    var original = speed == 1
    if cents != 0 { original = false }
    unity = original ? min(unity &+ count, Deck.settle) : 0
    if fading == 0 { rtChooseWay(original) }
    let dry = dryNext
    dryNext &+= Int64(count)
    if wet {
      position += Double(count) * Double(speed)
    } else {
      position = Double(dryNext)
    }
    if fading == 0, wet {
      rtCount(missing: missedWet, tape)
      for i in 0..<count {
        left[i] = wetLeft[i]
        right[i] = wetRight[i]
      }
      return true
    }
    let (l, r) = (dryLeft, dryRight)
    let missedDry = tape._withUnsafeGuaranteedRef { $0.rtCopy(from: dry, count: count, l, r) }
    // What the stretcher alone misses, which runs along unheard and ahead, is not missed by anybody.
    rtCount(missing: fading == 0 ? missedDry : max(missedDry, missedWet), tape)
    for i in 0..<count {
      // 1 is all dry, 0 all wet.
      let done = 1 - Float(max(fading &- i, 0)) / Float(Deck.crossFade)
      let share = wet ? 1 - done : done
      left[i] = share == 1 ? dryLeft[i] : wetLeft[i] + (dryLeft[i] - wetLeft[i]) * share
      right[i] = share == 1 ? dryRight[i] : wetRight[i] + (dryRight[i] - wetRight[i]) * share
    }
    fading = max(0, fading &- count)
    return true
  }

  /// Begins a cross-fade when the way that is heard is the wrong one.
  @_noLocks private mutating func rtChooseWay(_ original: Bool) {
    let holds = feed &- Int64(stretcher.rtReady()) &- Int64(SoundFormat.block)
    if wet {
      guard unity >= Deck.settle else { return }
      // The stretcher's own place is the true one; the sum of all speeds may be some frames off.
      if held >= 0 { position = Double(holds &- held) }
      dryNext = Int64(gf_floor(position + 0.5))
      wet = false
    } else {
      if unity >= Deck.settle { held = holds &- dryNext }
      guard !original else { return }
      wet = true
    }
    fading = Deck.crossFade
  }

  @_noLocks private mutating func rtCount(missing: Int, _ tape: Unmanaged<Tape>) {
    guard missing > 0, position > 4096, tape._withUnsafeGuaranteedRef({ $0.rtEnd() }) < 0 else { return }
    starved &+= missing
  }
}
