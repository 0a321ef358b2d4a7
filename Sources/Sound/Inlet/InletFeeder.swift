import Stretch

/// What becomes of a writer's frames on the writer's thread: another rate, by its own clock, and onto the tape. One caller at a time.
///
/// How much is kept tells two kinds of writers apart. One with a clock of its own fills the buffer to the goal and never to its end; one without (it decodes as fast as it is let) fills it to the end and
/// waits there, and is never lost a frame of.
final class InletFeeder {
  /// Frames that should be kept ahead: 80 ms. With each time that it was too little it becomes 40 ms more, up to 240 ms.
  static let leastGoal = SoundFormat.rate * 80 / 1000
  private static let goalStep = SoundFormat.rate * 40 / 1000
  private static let mostGoal = SoundFormat.rate * 240 / 1000
  /// Frames beyond the goal that are taken: 160 ms, so that a writer with a clock may come in pieces of 300 ms.
  private static let spare = SoundFormat.rate * 160 / 1000
  /// Frames that must be heard without the buffer's having been full before a writer is one with a clock.
  private static let proof = Int64(SoundFormat.rate * 2)
  /// Frames of audio time from one look at the buffer to the next.
  private static let look = Int64(SoundFormat.rate / 10)
  /// Silence before each writer's first frame, so that nothing of the last one is stretched with it.
  private static let gap = Stretcher.lookBehind
  private static let piece = 1024

  private let tape: Tape
  private var resampler: DriftResampler?
  private var rate = 0
  private var keeper = DriftKeeper()
  /// What the audio thread is told.
  private(set) var take = InletTake()
  /// The last look.
  private var seen = InletReading()
  /// `InletReading.heard` when the buffer was full last, or the writer began.
  private var fullAt: Int64 = 0
  private var wasFull = false
  /// `InletReading.starvations` when the writer began.
  private var starvedBefore = 0
  /// What comes is thrown away, because nothing is heard and the writer's clock goes on.
  private var isDropping = false
  private let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 2 * InletFeeder.piece)
  private let zeros: UnsafeMutablePointer<Float>

  init(_ tape: Tape) {
    self.tape = tape
    zeros = .allocate(capacity: 2 * Self.gap)
    zeros.initialize(repeating: 0, count: 2 * Self.gap)
  }

  deinit {
    scratch.deallocate()
    zeros.deallocate()
  }

  /// By how much the writer's clock is faster.
  var correction: Double { keeper.correction }

  /// The writer has waited for us within the last two seconds of sound.
  func isPaced(_ reading: InletReading) -> Bool { wasFull && reading.heard - fullAt < Self.proof }

  /// A new writer, or the same one anew.
  func begin(rate new: Int, _ reading: InletReading) {
    end()
    if resampler == nil || new != rate { resampler = DriftResampler(rate: new) }
    rate = new
    keeper = DriftKeeper()
    (seen, fullAt, wasFull, isDropping) = (reading, reading.heard, false, false)
    starvedBefore = reading.starvations
    open()
  }

  /// Nothing more comes of this writer: what is kept is still heard.
  func end() {
    guard let resampler, take.end < 0 else { return }
    // What the filter holds.
    if !isDropping { _ = append(zeros, zeros, resampler.tail, room: Int(min(tape.room, 1 << 14)), resampler) }
    take.end = tape.written
  }

  /// Nothing that is kept is to be heard: an empty take follows it, to which the audio thread goes over at once while it rests. What is heard now is heard to its end.
  func forget() {
    if take.end == take.begin { return }
    end()
    open()
    take.end = take.begin
  }

  /// Takes a writer's frames. - Returns: how many found room.
  func write(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int, _ reading: InletReading) -> Int {
    guard let resampler, take.end < 0, frames > 0 else { return 0 }
    steer(reading)
    if reading.isResting, hasClock(reading) {
      if !isDropping { open() }
      isDropping = true
      return frames
    }
    isDropping = false
    let ahead = tape.written - max(tape.read, take.begin)
    let most = Int64(take.goal + Self.spare) + reading.reach
    let used = append(left, right, frames, room: Int(max(0, min(most - ahead, tape.room))), resampler)
    if used < frames { (fullAt, wasFull) = (reading.heard, true) }
    return used
  }

  /// It was heard for two seconds, and the buffer was not full in that time.
  private func hasClock(_ reading: InletReading) -> Bool { reading.heard - fullAt >= Self.proof }

  /// Another take from here on, which begins with an empty buffer.
  private func open() {
    tape.append(zeros, count: Int(min(Int64(Self.gap), tape.room)))
    resampler?.reset()
    keeper.restart()
    take = InletTake(serial: take.serial + 1, begin: tape.written, end: -1, goal: take.end < 0 ? take.goal : Self.leastGoal)
  }

  /// Looks at how full the buffer was.
  private func steer(_ reading: InletReading) {
    let frames = reading.heard - seen.heard
    take.goal = min(Self.leastGoal + (reading.starvations - starvedBefore) * Self.goalStep, Self.mostGoal)
    if reading.starvations != seen.starvations { keeper.restart() }
    guard frames >= Self.look else { return }
    let second = Double(SoundFormat.rate)
    let mean = Double(reading.kept - seen.kept) / Double(frames)
    let goal = Double(Int64(take.goal) + reading.reach)
    keeper.take(level: mean / second, goal: goal / second, over: Double(frames) / second, isPaced: isPaced(reading))
    seen = reading
  }

  private func append(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int, room: Int, _ resampler: DriftResampler
  ) -> Int {
    var (used, rest) = (0, room)
    while used < frames, rest > 0 {
      let step = resampler.process(
        left + used, right + used, count: frames - used, to: scratch, room: min(rest, Self.piece), correction: keeper.correction)
      tape.append(scratch, count: step.made)
      used += step.used
      rest -= step.made
    }
    return used
  }
}
