import Foundation

/// Writes files one after the other, on its own thread. This thread may wait for the disk.
package final class FileQueue: Sendable {
  private let queue = DispatchQueue(label: "gf-files", qos: .utility)
  private let group = DispatchGroup()

  /// Makes an empty queue.
  package init() {}

  /// Runs work after all earlier work. Never waits.
  package func run(_ work: @escaping @Sendable () -> Void) { queue.async(group: group, execute: work) }

  /// Waits until everything is written.
  /// - Parameter seconds: the longest wait.
  /// - Returns: false if the disk takes longer.
  package func wait(_ seconds: Double) -> Bool { group.wait(timeout: .now() + seconds) == .success }
}
