/// An echo with feedback. Its time moves as with a tape, which bends the pitch, and never faster than the tape.
package struct Delay: ~Copyable {
  /// Shortest and longest time in seconds.
  package static let shortest: Float = 0.001
  package static let longest: Float = 2.5
  /// Highest feedback: the share of the echo that is echoed again.
  package static let mostFeedback: Float = 0.95
  /// Number of frames in each delay line.
  private static let size = 131_072
  /// Most frames by which the time changes per frame. The pitch rises by almost an octave at most, and falls to a
  /// quarter.
  private static let speed: Float = 0.75

  private let lines: UnsafeMutablePointer<Float>
  private var at = 0
  /// Frames written since the start or a reset. Older frames are silent.
  private var age = 0
  private var wanted: Float
  private var time: Glide
  /// Delay in frames, and its change per frame.
  private var present: Float
  private var moving: Float = 0
  private var feedback = Glide(0, half: 0.008)
  private var mix = Glide(0, half: 0.008)
  private var (echo, wet): (Float, Float) = (0, 0)
  /// How often invalid values caused a reset.
  package private(set) var resets = 0

  /// Allocates the memory: 1 MiB.
  package init() {
    lines = .allocate(capacity: 2 * Self.size)
    lines.initialize(repeating: 0, count: 2 * Self.size)
    wanted = 0.3 * Float(SoundFormat.rate)
    time = Glide(wanted, half: 0.06)
    present = wanted
  }

  deinit { lines.deallocate() }

  /// Sets the goals; NaN is ignored.
  /// - Parameters:
  ///   - seconds: 0.001...2.5.
  ///   - feedback: 0...0.95.
  ///   - mix: level of the echo beside the sound, 0...1.
  @_noLocks package mutating func rtAim(seconds: Float, feedback: Float, mix: Float) {
    time.rtAim(min(max(seconds, Self.shortest), Self.longest) * Float(SoundFormat.rate))
    // An inaudible echo gets no feedback. The lines then hold only the sound itself, so the read position may
    // jump without a click that would be heard later.
    self.feedback.rtAim(mix > 0 ? min(max(feedback, 0), Self.mostFeedback) : 0)
    self.mix.rtAim(min(max(mix, 0), 1))
    // Set the time at once if the echo is idle. It is idle if it is inaudible without feedback, or nothing was
    // written yet.
    var isIdle = wet == 0
    if echo != 0 { isIdle = false }
    if age == 0 { isIdle = true }
    if isIdle {
      time.rtArrive()
      present = time.value
      moving = 0
    }
  }

  /// Erases the stored sound.
  @_noLocks package mutating func rtClear() { age = 0 }

  /// Adds the echo to two planes in place.
  @_noLocks @inline(never) package mutating func rtProcess(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if wet == 0, echo == 0, mix.rtIsOff(), feedback.rtIsOff() {
      rtKeep(left, right, count)
      return
    }
    var done = 0
    while done < count {
      let frames = min(SynthStep.frames, count &- done)
      // Each frame covers 1/800 of the remaining way. The speed itself changes within 1 ms: a tape does not jerk.
      let pace = min(max((time.rtNext() - present) / 800, -Self.speed), Self.speed)
      let (goalEcho, goalWet) = (feedback.rtNext(), mix.rtNext())
      let (echoSlope, wetSlope) = ((goalEcho - echo) / Float(frames), (goalWet - wet) / Float(frames))
      for i in done..<done &+ frames {
        moving += (pace - moving) * 0.02
        present += moving
        echo += echoSlope
        wet += wetSlope
        let (l, r) = (rtRead(lines), rtRead(lines + Self.size))
        lines[at] = left[i] + echo * l
        lines[Self.size &+ at] = right[i] + echo * r
        left[i] += wet * l
        right[i] += wet * r
        at = (at &+ 1) & (Self.size &- 1)
        age = min(age &+ 1, Self.size)
      }
      (echo, wet) = (goalEcho, goalWet)
      rtJudge(left + done, right + done, frames)
      done &+= frames
    }
  }

  /// Only stores the input, without echo or feedback. An echo that is turned up later finds this sound.
  @_noLocks private mutating func rtKeep(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) {
    for i in 0..<count {
      lines[at] = left[i]
      lines[Self.size &+ at] = right[i]
      at = (at &+ 1) & (Self.size &- 1)
    }
    age = min(age &+ count, Self.size)
  }

  /// Resets the delay if the output or the stored sound is invalid.
  @_noLocks private mutating func rtJudge(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
    var isSound = SynthGuard.rtIsSound(left, right, count)
    for i in 1...count {
      let slot = (at &- i) & (Self.size &- 1)
      if !(abs(lines[slot]) + abs(lines[Self.size &+ slot]) <= 128) { isSound = false }
    }
    if isSound { return }
    age = 0
    resets &+= 1
  }

  /// Reads between four points. It uses the cubic that has their slopes (Hermite, Catmull-Rom).
  @_noLocks private func rtRead(_ line: UnsafeMutablePointer<Float>) -> Float {
    let whole = Int(present)
    // The oldest of the four points must have been written.
    guard whole &+ 2 <= age else { return 0 }
    let x = present - Float(whole)
    let mask = Self.size &- 1
    let from = at &- whole
    let (a, b) = (line[(from &+ 1) & mask], line[from & mask])
    let (c, d) = (line[(from &- 1) & mask], line[(from &- 2) & mask])
    let slope = 0.5 * (c - a)
    let bend = a - 2.5 * b + 2 * c - 0.5 * d
    let twist = 0.5 * (d - a) + 1.5 * (b - c)
    return b + x * (slope + x * (bend + x * twist))
  }
}
