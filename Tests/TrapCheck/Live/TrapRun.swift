import CRealtime
import CTrap
import Glibc
import Realtime
import Sound

/// A run of all modes in sequence, with the traps set.
/// One thread uses it; another makes and reads it.
final class TrapRun: @unchecked Sendable {
  /// The result of one mode.
  struct Result {
    var forbidden: Int64 = 0
    var first: UnsafePointer<CChar>?
    /// Loudest sample of the mode's last `ending` blocks.
    var loudest: Float = 0
  }

  /// The fault that `--seed` causes: a forbidden call, or music that falls silent.
  enum Seed: String {
    case malloc, lock, syscall, silence

    /// Number of blocks that show it.
    /// The loops' peak is the last second's, which must be over before the ending.
    var blocks: Int { self == .silence ? 1500 * TrapRun.modes : 1100 }
  }

  /// The number of modes: each kind, the card's loop and the clock's.
  static let modes = Kind.allCases.count + 2
  /// Blocks at a mode's end of which at least one must sound.
  /// They are the longest intended rest (`Kind.longestRest`) with the fade after it.
  static let ending = Kind.longestRest + 90

  let blocks: Int
  private let seed: Seed?
  private let courses = Dictionary(uniqueKeysWithValues: Course.Tapes.allCases.map { ($0, Course($0)) })
  private let output = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
  private let results = UnsafeMutablePointer<Result>.allocate(capacity: TrapRun.modes)
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let card: ALSASink
  private var turn = ALSASink.Turn()
  private let clock = ClockedSink.null()
  let done = Counter()
  let thread = Counter()

  /// - Parameter blocks: of each mode.
  init(blocks: Int, seed: Seed?) throws {
    self.blocks = blocks
    self.seed = seed
    card = ALSASink(PatchyCard(), label: "patchy")
    try card.open()
    output.initialize(repeating: 0, count: SoundFormat.block * 2)
    results.initialize(repeating: Result(), count: TrapRun.modes)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  func result(_ mode: Int) -> Result { results[mode] }

  static func name(_ mode: Int) -> String {
    let kinds = Kind.allCases.count
    if mode == kinds { return "card's loop" }
    if mode == kinds + 1 { return "clock's loop" }
    return "\(Kind(rawValue: mode)!)"
  }

  /// Renders all modes on the trapped thread.
  func run() {
    let flushed = gf_float_flush_to_zero()
    gf_prefault_stack()
    thread.store(Int64(trap_thread_id()))
    // Once without the kernel's trap: this initialises lazy parts of this program, which are not the engine's.
    for mode in 0..<TrapRun.modes { render(mode, 200, nil) }
    // The clock's loop sleeps, which is a system call: it has only the other two traps.
    render(TrapRun.modes - 1, blocks, seed)
    guard trap_system_calls() == 0 else { _exit(2) }
    for mode in 0..<TrapRun.modes - 1 { render(mode, blocks, seed) }
    gf_float_restore(flushed)
    done.store(1)
  }

  private func render(_ mode: Int, _ blocks: Int, _ seed: Seed?) {
    let kinds = Kind.allCases.count
    let isLoop = mode >= kinds
    let kind = isLoop ? Kind.both : Kind(rawValue: mode)!
    let course = courses[Course.Tapes(kind)]!
    var result = Result()
    for i in 0..<blocks {
      if seed == .silence, i >= blocks / 4 { course.rest() } else { course.drive(kind, i) }
      // The loop never waits here: the block is due at once, or already late.
      var due = i % 3 == 0 ? 0 : Clock.nanoseconds
      trap_arm()
      if !isLoop {
        course.engine.rtRender(output)
      } else if mode == kinds {
        card.turn(course.engine, &turn)
      } else {
        clock.turn(course.engine, due: &due)
      }
      if let seed, i == 7 { bite(seed) }
      var name: UnsafePointer<CChar>?
      let count = trap_disarm(&name)
      if count > 0, result.first == nil { result.first = name }
      result.forbidden += count
      if i >= blocks - TrapRun.ending { result.loudest = max(result.loudest, isLoop ? course.engine.state.peak : peak()) }
    }
    results[mode] = result
  }

  private func peak() -> Float {
    var peak: Float = 0
    for i in 0..<SoundFormat.block * 2 { peak = max(peak, abs(output[i])) }
    return peak
  }

  private func bite(_ seed: Seed) {
    switch seed {
    case .malloc: trap_allocate()
    case .lock:
      pthread_mutex_lock(mutex)
      pthread_mutex_unlock(mutex)
    case .syscall: usleep(1)
    case .silence: break
    }
  }
}
