import Stretch

/// A type that resamples a writer's frames onto the tape. It changes the rate by the writer's own
/// clock, on the writer's thread; one caller at a time.
///
/// The buffer level tells two kinds of writers apart. A writer with its own clock fills the buffer to the goal and
/// never to its end. A writer without one decodes as fast as it may, fills the buffer to its end and waits there.
/// No frame of it is ever lost.
final class InletFeeder {
  /// Frames that should be buffered ahead: 80 ms. Each time that was too little, the goal grows by 40 ms, up to 240
  /// ms.
  static let leastGoal = SoundFormat.rate * 80 / 1000
  private static let goalStep = SoundFormat.rate * 40 / 1000
  private static let mostGoal = SoundFormat.rate * 240 / 1000
  /// Frames accepted beyond the goal: 160 ms. So a writer with a clock may deliver pieces of 300 ms.
  private static let spare = SoundFormat.rate * 160 / 1000
  /// Frames heard without a full buffer that prove a writer's clock.
  private static let proof = Int64(SoundFormat.rate * 2)
  /// Frames of audio time between two readings of the buffer.
  private static let look = Int64(SoundFormat.rate / 10)
  /// Frames of silence before each writer's first frame. It keeps the previous writer's sound out of the stretcher.
  private static let gap = Stretcher.lookBehind
  private static let piece = 1024

  private let tape: Tape
  private var resampler: DriftResampler?
  private var rate = 0
  private var keeper = DriftController()
  /// Take that is published to the audio thread.
  private(set) var take = InletTake()
  /// The previous reading.
  private var seen = InletReading()
  /// `InletReading.heard` when the buffer was last full, or when the writer began.
  private var fullAt: Int64 = 0
  private var wasFull = false
  /// `InletReading.starvations` when the writer began.
  private var starvedBefore = 0
  /// Whether frames are dropped. True while the inlet is silent and the writer's clock goes on.
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

  /// How much faster the writer's clock is.
  var correction: Double { keeper.correction }

  /// Whether the writer waited for the buffer within two seconds of sound.
  func isPaced(_ reading: InletReading) -> Bool { wasFull && reading.heard - fullAt < Self.proof }

  /// Starts a new writer, or restarts the same one.
  func begin(rate new: Int, _ reading: InletReading) {
    end()
    if resampler == nil || new != rate { resampler = DriftResampler(rate: new) }
    rate = new
    keeper = DriftController()
    (seen, fullAt, wasFull, isDropping) = (reading, reading.heard, false, false)
    starvedBefore = reading.starvations
    open()
  }

  /// Ends this writer; its buffered sound is still heard.
  func end() {
    guard let resampler, take.end < 0 else { return }
    // The frames that the filter holds.
    if !isDropping { _ = append(zeros, zeros, resampler.tail, room: Int(min(tape.room, 1 << 14)), resampler) }
    take.end = tape.written
  }

  /// Drops the buffered sound. An empty take follows it; while the audio thread rests, it switches to that take at
  /// once. Sound that is heard now still plays to its end.
  func forget() {
    if take.end == take.begin { return }
    end()
    open()
    take.end = take.begin
  }

  /// Takes a writer's frames.
  /// - Returns: number of frames taken.
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

  /// Whether two seconds were heard during which the buffer was not full.
  private func hasClock(_ reading: InletReading) -> Bool { reading.heard - fullAt >= Self.proof }

  /// Starts another take here, with an empty buffer.
  private func open() {
    tape.append(zeros, count: Int(min(Int64(Self.gap), tape.room)))
    resampler?.reset()
    keeper.restart()
    take = InletTake(serial: take.serial + 1, begin: tape.written, end: -1, goal: take.end < 0 ? take.goal : Self.leastGoal)
  }

  /// Adjusts goal and resampler to the buffer level.
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
