import Foundation

/// The two slots of a box with the firmware image.
package struct UpdateStatus: Codable, Equatable, Sendable {
  /// State of a slot.
  package enum State: String, Codable, Sendable {
    /// It works, or did when it ran last.
    case good
    /// The next start, or this one, decides whether it stays.
    case onTrial
    /// It failed its trial, or its installation is incomplete.
    case bad
    /// It has no system yet.
    case empty

    fileprivate var words: String { self == .onTrial ? "on trial" : rawValue }
  }

  /// A slot.
  package struct Slot: Codable, Equatable, Sendable {
    /// `A` or `B`.
    package var name: String
    /// Version of its system; nil if unknown.
    package var version: String?
    package var state: State

    package init(name: String, version: String?, state: State) { (self.name, self.version, self.state) = (name, version, state) }

    fileprivate var words: String {
      if state == .empty { return "slot \(name), empty" }
      return "slot \(name), \(version.map { "version \($0)" } ?? "version unknown"), \(state.words)"
    }
  }

  /// Name of the board for which updates must be made. An example is `gestureflow-arm64`.
  package var board: String
  /// The slot that runs.
  package var running: Slot
  /// The other slot.
  package var other: Slot
  /// Name of the slot that the next start takes.
  package var next: String
  /// Why the box left the last update; nil if it did not.
  package var returned: String?

  package init(board: String, running: Slot, other: Slot, next: String, returned: String? = nil) {
    (self.board, self.running, self.other, self.next, self.returned) = (board, running, other, next, returned)
  }

  /// The lines of `gfctl update status`.
  package var lines: [String] {
    let rows = [("running", running.words), ("other", other.words), ("next start", "slot \(next)"), ("board", board)]
    return (rows + (returned.map { [("returned", $0)] } ?? [])).map { title, text in
      title.padding(toLength: 12, withPad: " ", startingAt: 0) + Terminal.plain(text)
    }
  }
}
