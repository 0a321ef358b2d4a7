import Dispatch
import GestureFlowAPI
import Realtime
import Synchronization

/// The threads of commands that may block. Commands of one part of the box run one after another; those of different
/// parts do not wait for each other.
final class CommandWorkers: Sendable {
  /// Commands that may wait for a thread.
  private static let room = 64

  private let queues = Mutex<[CommandRow.Domain: DispatchQueue]>([:])
  /// Passes work on to the queues. A thread that a real-time thread creates would get its priority.
  private let hand: SerialWorker

  /// - Parameter notice: logs a sentence for the owner.
  /// - Throws: `RealtimeThread.ThreadError` if no thread can be made.
  init(notice: @escaping @Sendable (String) -> Void) throws {
    hand = try SerialWorker("gf-commands", room: Self.room) { notice("\($0) commands were dropped: too many came at once") }
  }

  /// Runs work on the thread of a part. Never waits.
  /// - Returns: false if too much work waits; it will not run.
  func run(_ domain: CommandRow.Domain, _ work: @escaping @Sendable () -> Void) -> Bool {
    hand.add { [self] in
      let queue = queues.withLock { queues in
        let queue = queues[domain] ?? DispatchQueue(label: "gf-\(domain)", qos: .userInitiated)
        queues[domain] = queue
        return queue
      }
      queue.async(execute: work)
    }
  }

  /// Waits until work that was handed in has begun, and takes no more.
  func stop() { hand.close() }
}

extension Command.Name {
  /// Whether carrying it out may block: on a stick, the index, a device, a disk or another program.
  var mayBlock: Bool {
    let row = Command.row(of: self)
    return switch row.domain {
    case .library, .licence, .capture, .midi, .box: true
    case .transport: ![.play, .pause, .toggle, .volume, .speed, .pitch, .loop].contains(self)
    // Sounds may be being read from a stick.
    case .instrument: self == .sound
    case .mode, .hands, .stems, .stream: false
    }
  }
}
