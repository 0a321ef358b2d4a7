import Foundation

/// Writes files one after the other on a thread that may wait for the disk.
package final class FileQueue: Sendable {
  private let queue = DispatchQueue(label: "gf-files", qos: .utility)
  private let group = DispatchGroup()

  /// A queue with nothing to do.
  package init() {}

  /// Carries it out after all that was handed over before. Never waits.
  package func run(_ work: @escaping @Sendable () -> Void) { queue.async(group: group, execute: work) }

  /// Waits until everything is written.
  /// - Parameter seconds: how long at most. - Returns: false if the disk takes longer.
  package func wait(_ seconds: Double) -> Bool { group.wait(timeout: .now() + seconds) == .success }
}
