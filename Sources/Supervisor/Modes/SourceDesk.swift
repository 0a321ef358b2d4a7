import Glibc
import Realtime
import Synchronization

/// Where sources take turns: an ordinary thread that sleeps until something has happened, looks what is wanted, and goes there by `SourceSwitch`. Nobody waits for it.
package final class SourceDesk: Sendable {
  /// What it sees and does; called on one thread at a time.
  package struct Ways: Sendable {
    /// What is to be heard now; nil for nothing.
    var wanted: @Sendable () -> PlaySourceID?
    /// The source; nil for one that is gone.
    var source: @Sendable (PlaySourceID) -> (any PlaySource)?
    /// Called before each look, with seconds of the clock.
    var look: @Sendable (Double) -> Void
    /// Called when what is wanted, which is given, is what may be heard.
    var settled: @Sendable (PlaySourceID?) -> Void

    /// Out of its fields, as they are described here.
    package init(
      wanted: @escaping @Sendable () -> PlaySourceID?, source: @escaping @Sendable (PlaySourceID) -> (any PlaySource)?,
      look: @escaping @Sendable (Double) -> Void = { _ in }, settled: @escaping @Sendable (PlaySourceID?) -> Void = { _ in }
    ) {
      self.wanted = wanted
      self.source = source
      self.look = look
      self.settled = settled
    }
  }

  private struct Course {
    var errands: Errands?
    /// A look is to come that will see what has happened now.
    var isAwake = false
    /// Somebody looks, before there is a thread for it.
    var isLooking = false
    var isOver = false
  }

  /// Microseconds from one look at a source that is to fall silent to the next.
  private static let pause: UInt32 = 5000

  private let ways: Ways
  private let turn: Mutex<SourceSwitch<PlaySourceID>>
  private let course = Mutex(Course())

  /// - Parameters: what is heard at first, and what it sees and does.
  package init(_ present: PlaySourceID?, _ ways: Ways) {
    self.ways = ways
    turn = Mutex(SourceSwitch(present))
  }

  /// Begins to take turns. Before that, `wake` goes over at once: nothing sounds yet. - Throws: `RealtimeThread.ThreadError` if no thread can be made.
  package func start() throws {
    // One look waits at most: whatever else happens meanwhile is seen by it.
    let errands = try Errands("gf-sources", room: 2) { _ in }
    course.withLock { $0.errands = errands }
    wake()
  }

  /// Ends within a moment; `look` and the rest are not called any more.
  package func stop() {
    let errands = course.withLock { course in
      defer { course.errands = nil }
      course.isOver = true
      return course.errands
    }
    errands?.close(doingTheRest: false)
  }

  /// Something has happened. Never waits once it was started.
  package func wake() {
    enum Way { case none, here, errand(Errands) }
    let way: Way = course.withLock { course in
      if course.isOver { return .none }
      if course.isAwake { return .none }
      course.isAwake = true
      if let errands = course.errands { return .errand(errands) }
      // What a look itself brings about is seen by another one, when that one is over.
      if course.isLooking { return .none }
      course.isLooking = true
      return .here
    }
    switch way {
    case .none: break
    case .here: lookHere()
    case .errand(let errands): errands.add { [weak self] in self?.run() }
    }
  }

  /// Looks without a thread: nothing is heard yet, so nobody is waited for.
  private func lookHere() {
    while course.withLock({ course in
      defer { course.isAwake = false }
      course.isLooking = course.isAwake
      return course.isAwake
    }) { step(at: Clock.seconds, waits: false) }
  }

  /// The source that may be heard.
  package var present: PlaySourceID? { turn.withLock { $0.present } }

  /// Looks until nothing is waited for.
  private func run() {
    while !course.withLock({ $0.isOver }) {
      course.withLock { $0.isAwake = false }
      guard step(at: Clock.seconds) else { return }
      usleep(Self.pause)
    }
  }

  /// Does what is due. - Parameters:
  ///   - now: seconds of `Clock`.
  ///   - waits: false where nothing is heard yet: every source is silent.
  /// - Returns: whether a source is waited for.
  @discardableResult package func step(at now: Double, waits: Bool = true) -> Bool {
    ways.look(now)
    return turn.withLock { turn in
      while true {
        let wanted = ways.wanted()
        switch turn.next(wanted: wanted, at: now, isSilent: { id in !waits || ways.source(id)?.isSilent ?? true }) {
        case .end(let id)?: ways.source(id)?.end()
        case .cut(let id)?: ways.source(id)?.cut()
        case .begin(let id)?: ways.source(id)?.begin()
        case nil:
          if !turn.isWaiting { ways.settled(wanted) }
          return turn.isWaiting
        }
      }
    }
  }
}
