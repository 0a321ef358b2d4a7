import CRealtime
import Glibc

/// The work of two threads with one of the project's lock-free structures. `test_races.py` builds this folder with
/// those structures' sources under ThreadSanitizer. It reports accesses that nothing orders, on any machine, because it
/// follows what orders them and not what a processor makes of it.
protocol Course: AnyObject, Sendable {
  init()
  /// The writing thread's part.
  func write()
  /// The reading thread's part; answers whether it read what was written.
  func read() -> Bool
}

/// How far a thread has come, for the other one. Unchecked: it is atomic, and relaxed, so that it orders nothing else.
final class Progress: @unchecked Sendable {
  private let cell: UnsafeMutablePointer<gf_atomic_i64>

  init() {
    cell = .allocate(capacity: 1)
    cell.initialize(to: gf_atomic_i64(v: 0))
  }

  deinit { cell.deallocate() }

  var count: Int { Int(gf_load_relaxed(cell)) }
  func add(_ amount: Int = 1) { _ = gf_add(cell, Int64(amount)) }
}

/// A course on its way to the writing thread.
private final class Ticket {
  let course: any Course
  init(_ course: any Course) { self.course = course }
}

/// Writes on a second thread and reads on this one. The two share nothing but the structure: any lock or counter
/// between them would order what it fails to.
func run(_ course: any Course) -> Bool {
  let ticket = Ticket(course)
  var thread = pthread_t()
  let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    Unmanaged<Ticket>.fromOpaque(context!).takeUnretainedValue().course.write()
    return nil
  }
  guard pthread_create(&thread, nil, body, Unmanaged.passUnretained(ticket).toOpaque()) == 0 else { return false }
  let isGood = course.read()
  pthread_join(thread, nil)
  return withExtendedLifetime(ticket) { isGood }
}
