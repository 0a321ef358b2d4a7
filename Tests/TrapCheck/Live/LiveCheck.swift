import CRealtime
import CTrap
import Foundation

/// Renders many blocks in every mode with the traps set.
/// Any allocation and any lock is counted; any system call but read, write and exit kills the thread. Prints
/// `MODE blocks=N forbidden=N first=NAME peak=X` for each mode and `syscalls none` at the end. A mode that does not
/// sound to its end is a failure.
///
///     TrapCheck live [BLOCKS]       100,000 by default, shared out among the modes
///     TrapCheck live --each BLOCKS  that number of each mode
///     TrapCheck live --seed malloc|lock|syscall     shows that each trap bites
///     TrapCheck live --seed silence  shows that a mode which falls silent is found
enum LiveCheck {
  /// Renders all modes and ends the program.
  static func run(_ options: [String]) throws -> Never {
    let seed = options.count > 1 && options[0] == "--seed" ? TrapRun.Seed(rawValue: options[1]) : nil
    let each = options.count > 1 && options[0] == "--each" ? Int(options[1]) : nil
    let wanted = seed?.blocks ?? options.first.flatMap { Int($0) } ?? 100_000
    let run = try TrapRun(blocks: each ?? (wanted + TrapRun.modes - 1) / TrapRun.modes, seed: seed)

    var thread = pthread_t()
    // Retained: the thread may still end when this function has no more use for the run.
    let code = gf_thread_start(&thread, "trapped", 0, -1, 8 << 20, trapped, Unmanaged.passRetained(run).toOpaque())
    precondition(code == 0)
    while run.done.load() == 0 {
      usleep(10_000)
      let id = run.thread.load()
      // Only the kernel's kill shows that a thread has broken the rule.
      if id > 0, trap_thread_is_gone(Int32(id)) != 0, run.done.load() == 0 {
        print("a system call ended the render thread")
        fflush(nil)
        _exit(1)
      }
    }
    var isGood = true
    for mode in 0..<TrapRun.modes {
      let result = run.result(mode)
      if result.forbidden > 0 || result.loudest < 0.02 { isGood = false }
      let first = result.first.map { String(cString: $0) } ?? ""
      print("\(TrapRun.name(mode)) blocks=\(run.blocks) forbidden=\(result.forbidden) first=\(first) peak=\(result.loudest)")
    }
    print("blocks \(run.blocks * TrapRun.modes)")
    print("syscalls none")
    fflush(nil)
    _exit(isGood ? 0 : 1)
  }
}

private func trapped(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Unmanaged<TrapRun>.fromOpaque(context!).takeUnretainedValue().run()
  trap_exit_thread(0)
}
