/// An echo with feedback. Its time moves as a tape's does, with the pitch, never faster than the tape itself.
package struct Delay: ~Copyable {
  /// Shortest and longest time in seconds.
  package static let shortest: Float = 0.001
  package static let longest: Float = 2.5
  /// Most of the echo that is echoed again.
  package static let mostFeedback: Float = 0.95
  /// Frames that are kept.
  private static let size = 131_072
  /// Frames a frame by which the time changes at the most: up by an octave less a bit, down to a quarter.
  private static let speed: Float = 0.75

  private let lines: UnsafeMutablePointer<Float>
  private var at = 0
  /// Frames that were written since the start or a reset; what is older is silence.
  private var age = 0
  private var wanted: Float
  private var time: Glide
  /// In frames, and by how many it changes a frame.
  private var present: Float
  private var moving: Float = 0
  private var feedback = Glide(0, half: 0.008)
  private var mix = Glide(0, half: 0.008)
  private var (echo, wet): (Float, Float) = (0, 0)
  /// How often it was no sound and was reset.
  package private(set) var resets = 0

  /// Makes its memory: 1 MiB.
  package init() {
    lines = .allocate(capacity: 2 * Self.size)
    lines.initialize(repeating: 0, count: 2 * Self.size)
    wanted = 0.3 * Float(SoundFormat.rate)
    time = Glide(wanted, half: 0.06)
    present = wanted
  }

  deinit { lines.deallocate() }

  /// What is no number is ignored.
  /// - Parameters:
  ///   - seconds: 0.001...2.5.
  ///   - feedback: 0...0.95.
  ///   - mix: level of the echo beside the sound, 0...1.
  @_noLocks package mutating func rtAim(seconds: Float, feedback: Float, mix: Float) {
    time.rtAim(min(max(seconds, Self.shortest), Self.longest) * Float(SoundFormat.rate))
    // What nobody hears is not echoed again: where nothing but the sound itself is kept, another place may be read from without a mark that would be heard later.
    self.feedback.rtAim(mix > 0 ? min(max(feedback, 0), Self.mostFeedback) : 0)
    self.mix.rtAim(min(max(mix, 0), 1))
    // Where nothing is heard of it and nothing comes back, or nothing was written yet, the time is there at once.
    var isIdle = wet == 0
    if echo != 0 { isIdle = false }
    if age == 0 { isIdle = true }
    if isIdle {
      time.rtArrive()
      present = time.value
      moving = 0
    }
  }

  /// Forgets what it has heard.
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
      // Of the way that is left a part in 800 a frame, and to that speed in 1 ms: a tape has no jerks.
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

  /// Only keeps what is played: nothing is heard of it, and nothing of it is echoed again. An echo that is turned up finds it there.
  @_noLocks private mutating func rtKeep(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int) {
    for i in 0..<count {
      lines[at] = left[i]
      lines[Self.size &+ at] = right[i]
      at = (at &+ 1) & (Self.size &- 1)
    }
    age = min(age &+ count, Self.size)
  }

  /// Resets it if what is heard or what was kept is no sound.
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

  /// Between four points by the cubic that has their slopes (Hermite, Catmull-Rom).
  @_noLocks private func rtRead(_ line: UnsafeMutablePointer<Float>) -> Float {
    let whole = Int(present)
    // A frame younger than the newest point would be in the future.
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
