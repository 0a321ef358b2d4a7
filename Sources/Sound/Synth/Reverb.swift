import CLanes
import CRealtime

/// A reverb with eight delay lines. A matrix that keeps the energy (Hadamard's) mixes their ends. Each line has
/// two shelves, which give low, middle and high tones their own decay times. Before the lines, four all-pass
/// filters per side make the echoes dense from the beginning.
package struct Reverb: ~Copyable {
  /// Frequencies in Hz at which the three decay times apply.
  package static let bands: [Double] = [125, 1000, 8000]
  /// Shortest and longest decay time in seconds.
  package static let shortest: Float = 0.1
  package static let longest: Float = 20
  private static let lines = 8
  /// Number of frames in each line.
  private static let size = 4096

  private let memory: UnsafeMutablePointer<Float>
  private let ends: UnsafeMutablePointer<Float>
  private let shelves: UnsafeMutablePointer<gf_shelves>
  private let lengths: UnsafeMutablePointer<Int>
  private var diffusers: ReverbDiffusers
  private var at = 0
  private var low = Glide(1, half: 0.05)
  private var middle = Glide(1, half: 0.05)
  private var high = Glide(1, half: 0.05)
  private var mix = Glide(0, half: 0.008)
  private var wet: Float = 0
  /// Whether the lines are empty. The reverb has received no input since it was created or cleared. A reverb that is
  /// turned down is cleared and costs nothing.
  private var isEmpty = true
  /// Share of the input that enters the reverb. If the reverb is turned up while sound plays, it opens within 20
  /// ms, so that a click does not ring in it.
  private var entry: Float = 1
  /// Growth of `entry` per frame: 1/960.
  private static let opening: Float = 0.001_041_667
  /// The decay times to which the shelves are set.
  private var set: (Float, Float, Float) = (0, 0, 0)
  /// How often invalid values caused a reset.
  package private(set) var resets = 0

  package init() {
    memory = .allocate(capacity: Self.lines * Self.size)
    memory.initialize(repeating: 0, count: Self.lines * Self.size)
    ends = .allocate(capacity: Self.lines)
    ends.initialize(repeating: 0, count: Self.lines)
    shelves = .allocate(capacity: 1)
    shelves.initialize(to: gf_shelves())
    for i in 0..<Self.lines { ReverbShelves().rtPut(into: shelves, line: i) }
    lengths = .allocate(capacity: Self.lines)
    // Primes, so that the lines do not ring together. Their sum is 0.29 s, which gives a mode every 3.5 Hz.
    for (i, length) in [1123, 1289, 1447, 1627, 1783, 1949, 2137, 2311].enumerated() { (lengths + i).initialize(to: length) }
    diffusers = ReverbDiffusers()
  }

  deinit {
    memory.deallocate()
    ends.deallocate()
    shelves.deallocate()
    lengths.deallocate()
  }

  /// Sets the goals; NaN is ignored.
  /// - Parameters:
  ///   - low: seconds until tones at 125 Hz have decayed by 60 dB, 0.1...20.
  ///   - middle: the same at 1 kHz.
  ///   - high: the same at 8 kHz.
  ///   - mix: level of the reverb beside the sound, 0...1.
  @_noLocks package mutating func rtAim(low: Float, middle: Float, high: Float, mix: Float) {
    self.low.rtAim(min(max(low, Self.shortest), Self.longest))
    self.middle.rtAim(min(max(middle, Self.shortest), Self.longest))
    self.high.rtAim(min(max(high, Self.shortest), Self.longest))
    self.mix.rtAim(min(max(mix, 0), 1))
    // The times jump only in an empty reverb. Otherwise sound in the lines may be heard the next moment.
    if isEmpty {
      self.low.rtArrive()
      self.middle.rtArrive()
      self.high.rtArrive()
    }
  }

  /// Erases the stored sound.
  @_noLocks package mutating func rtClear() {
    memory.update(repeating: 0, count: Self.lines * Self.size)
    ends.update(repeating: 0, count: Self.lines)
    gf_shelves_clear(shelves)
    diffusers.rtReset()
    isEmpty = true
  }

  /// Adds the reverb to two planes in place.
  @_noLocks package mutating func rtProcess(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    guard count > 0 else { return }
    if wet == 0, mix.rtIsOff() {
      if !isEmpty { rtClear() }
      rtShut(left[count &- 1], right[count &- 1])
      return
    }
    var done = 0
    while done < count {
      isEmpty = false
      let frames = min(SynthStep.frames, count &- done)
      rtTune()
      let goal = mix.rtNext()
      let slope = (goal - wet) / Float(frames)
      for i in done..<done &+ frames {
        wet += slope
        if entry < 1 { entry = min(entry + Self.opening, 1) }
        let (l, r) = rtFrame(left[i] * entry, right[i] * entry)
        left[i] += wet * l
        right[i] += wet * r
      }
      wet = goal
      var isSound = SynthGuard.rtIsSound(left + done, right + done, frames)
      // The limit corresponds to 1024 before the mixing.
      for i in 0..<Self.lines where !(abs(ends[i]) <= 362) { isSound = false }
      if !isSound {
        rtClear()
        resets &+= 1
      }
      done &+= frames
    }
  }

  /// Prepares `entry` while the reverb is off. It is 0 if sound plays, 1 in silence.
  @_noLocks private mutating func rtShut(_ left: Float, _ right: Float) {
    entry = 1
    if left != 0 { entry = 0 }
    if right != 0 { entry = 0 }
  }

  /// Sets the shelves to the current decay times.
  @_noLocks private mutating func rtTune() {
    let (a, b, c) = (low.rtNext(), middle.rtNext(), high.rtNext())
    if a == set.0, b == set.1, c == set.2 { return }
    set = (a, b, c)
    for i in 0..<Self.lines {
      var shelf = ReverbShelves()
      shelf.rtSet(frames: Float(lengths[i]), a, b, c)
      shelf.rtPut(into: shelves, line: i)
    }
  }

  @_noLocks @inline(never) private mutating func rtFrame(_ left: Float, _ right: Float) -> (Float, Float) {
    let (l, r) = diffusers.rtNext(left, right)
    let mask = Self.size &- 1
    // Far below hearing, and far above the values that processors compute slowly.
    for i in 0..<Self.lines { ends[i] = memory[i &* Self.size &+ ((at &- lengths[i]) & mask)] + 1e-18 }
    gf_shelves_next(shelves, ends)
    let x = ends
    let outLeft = (x[0] - x[2]) + (x[4] - x[6])
    let outRight = (x[1] - x[3]) + (x[5] - x[7])
    gf_lanes_hadamard(x, 0.353_553_39, l, r)
    for i in 0..<Self.lines { memory[i &* Self.size &+ at] = x[i] }
    at = (at &+ 1) & mask
    return (outLeft * 0.5, outRight * 0.5)
  }
}
