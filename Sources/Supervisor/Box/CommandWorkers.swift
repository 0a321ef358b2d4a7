import Dispatch
import GestureFlowAPI
import Realtime
import Synchronization

/// The threads of commands that may block. Commands of one part of the box run one after another; those of different
/// parts do not wait for each other.
final class CommandWorkers: Sendable {
  /// A thread of commands. It is that of a part of the box, that of a test, which takes seconds, or that of the
  /// shutdown, which must not wait for a part.
  enum Lane: Hashable, Sendable {
    case part(CommandRow.Domain)
    case test
    case shutdown

    var label: String {
      switch self {
      case .part(let domain): "gf-\(domain)"
      case .test: "gf-test"
      case .shutdown: "gf-shutdown"
      }
    }
  }

  /// The commands of one lane, in the order of their arrival.
  private final class Queue: Sendable {
    private let queue: DispatchQueue
    /// Commands that wait or run.
    // Order: relaxed: a count by itself. The queue orders the commands.
    private let pending = Atomic(0)

    init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    /// Takes a place for a command. - Returns: false if too many wait.
    func enter() -> Bool {
      if pending.add(1, ordering: .relaxed).oldValue < CommandWorkers.room { return true }
      leave()
      return false
    }

    /// Runs a command after those before it, and gives its place back.
    func run(_ work: @escaping @Sendable () -> Void) {
      queue.async { [self] in
        work()
        leave()
      }
    }

    /// Gives a place back.
    func leave() { pending.subtract(1, ordering: .relaxed) }
  }

  /// Commands of one part that may wait. They are carried out in a burst when a slow stick answers.
  private static let room = 16

  /// A queue without work has no thread.
  private let queues: [Lane: Queue]
  /// Passes work on to the queues. A thread that a real-time thread creates would get its priority.
  private let hand: SerialWorker

  /// - Parameter notice: logs a sentence for the owner.
  /// - Throws: `Failure` if no thread can be made.
  init(notice: @escaping @Sendable (String) -> Void) throws {
    let lanes: [Lane] = CommandRow.Domain.allCases.map { Lane.part($0) } + [.test, .shutdown]
    queues = Dictionary(uniqueKeysWithValues: lanes.map { ($0, Queue($0.label)) })
    hand = try SerialWorker("gf-commands", room: 64) { notice("\($0) commands were dropped: too many came at once") }
  }

  /// Runs work on a thread. Never waits.
  /// - Returns: false if too much work waits; it will not run.
  func run(_ lane: Lane, _ work: @escaping @Sendable () -> Void) -> Bool {
    guard let queue = queues[lane], queue.enter() else { return false }
    let isTaken = hand.add { queue.run(work) }
    if !isTaken { queue.leave() }
    return isTaken
  }

  /// Waits until all given work has begun, and takes no more.
  func stop() { hand.close() }
}

extension Command.Name {
  /// Whether carrying it out may block. It may wait for a stick, the index, a device, a disk or another program.
  var mayBlock: Bool {
    let row = Command.row(of: self)
    return switch row.domain {
    case .library, .licence, .capture, .midi, .scene, .box: true
    case .transport: ![.play, .pause, .toggle, .volume, .speed, .pitch, .filter, .loop].contains(self)
    // Sounds may be being read from a stick.
    case .instrument: self == .sound
    case .mode, .hands, .stems, .stream: false
    }
  }
}
