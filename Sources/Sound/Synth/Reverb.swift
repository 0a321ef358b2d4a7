import CLanes
import CRealtime

/// A room: eight delay lines whose ends are mixed by a matrix that keeps their energy (Hadamard's), each with two shelves that let low, middle and high tones die away in the times that are
/// asked for. Four all-pass filters a side before it make its echoes dense from the beginning.
package struct Reverb: ~Copyable {
  /// Frequencies in Hz at which the three times hold.
  package static let bands: [Double] = [125, 1000, 8000]
  /// Shortest and longest time in seconds.
  package static let shortest: Float = 0.1
  package static let longest: Float = 20
  private static let lines = 8
  /// Frames that are kept of each line.
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
  /// Nothing rings in it: it has heard nothing since it was made or cleared. A room that is turned down is cleared and costs nothing.
  private var isEmpty = true
  /// Share of the sound that goes into the room: a room that is turned up while something sounds opens within 20 ms, so that no click rings in it.
  private var entry: Float = 1
  /// By how much it opens in a frame: a 960th.
  private static let opening: Float = 0.001_041_667
  /// The times that the shelves are set to.
  private var set: (Float, Float, Float) = (0, 0, 0)
  /// How often it was no sound and was reset.
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
    // Primes, so that no two lines ring together; 0.29 s in all, which is a mode every 3.5 Hz.
    for (i, length) in [1123, 1289, 1447, 1627, 1783, 1949, 2137, 2311].enumerated() { (lengths + i).initialize(to: length) }
    diffusers = ReverbDiffusers()
  }

  deinit {
    memory.deallocate()
    ends.deallocate()
    shelves.deallocate()
    lengths.deallocate()
  }

  /// What is no number is ignored.
  /// - Parameters:
  ///   - low: seconds until tones at 125 Hz have died away by 60 dB, 0.1...20.
  ///   - middle: the same at 1 kHz.
  ///   - high: the same at 8 kHz.
  ///   - mix: level of the room beside the sound, 0...1.
  @_noLocks package mutating func rtAim(low: Float, middle: Float, high: Float, mix: Float) {
    self.low.rtAim(min(max(low, Self.shortest), Self.longest))
    self.middle.rtAim(min(max(middle, Self.shortest), Self.longest))
    self.high.rtAim(min(max(high, Self.shortest), Self.longest))
    self.mix.rtAim(min(max(mix, 0), 1))
    // What rings in the lines may be heard in the next moment, so only in an empty room the times jump.
    if isEmpty {
      self.low.rtArrive()
      self.middle.rtArrive()
      self.high.rtArrive()
    }
  }

  /// Forgets what it has heard.
  @_noLocks package mutating func rtClear() {
    memory.update(repeating: 0, count: Self.lines * Self.size)
    ends.update(repeating: 0, count: Self.lines)
    gf_shelves_clear(shelves)
    diffusers.rtReset()
    isEmpty = true
  }

  /// Adds the room to two planes in place.
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
      // As far as 1024 before they were mixed.
      for i in 0..<Self.lines where !(abs(ends[i]) <= 362) { isSound = false }
      if !isSound {
        rtClear()
        resets &+= 1
      }
      done &+= frames
    }
  }

  /// Nothing goes in: where something sounds the room is closed, until it is turned up.
  @_noLocks private mutating func rtShut(_ left: Float, _ right: Float) {
    entry = 1
    if left != 0 { entry = 0 }
    if right != 0 { entry = 0 }
  }

  /// Sets the shelves to the times of now.
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
    // Far below hearing and far above what processors compute slowly.
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
