import Foundation
import GestureFlowAPI

/// Reads the file of a session, one frame at a time.
package final class SessionFile {
  private let path: String
  private let text: SessionText
  private var count = 0
  /// Time of the last frame.
  private var last: Double?
  /// Whether a new part has begun since the last frame.
  private var isPartNew = false
  /// Total time skipped between parts up to the last frame, in seconds.
  package private(set) var leftOut = 0.0
  private var id: String?
  /// Commands from buttons and clients before the last frame, in order. They include changes of the mode.
  package private(set) var commands: [CommandBody] = []
  /// Mode at the last frame. Nil if the file does not tell it.
  package private(set) var mode: Mode?
  /// Whether the file is older than session headers: it has no commands.
  package private(set) var isOld = false

  /// - Throws: `Failure` when the file cannot be opened.
  package init(_ path: String) throws {
    self.path = path
    do throws(FileError) { text = try SessionText(path) } catch { throw error.failure }
  }

  /// Returns the next frame; nil at the end.
  /// - Throws: `Failure` that names the bad line.
  package func next() throws -> SessionFrame? {
    commands = []
    while let line = try read() {
      if let frame = try? JSONDecoder().decode(SessionFrame.self, from: line.data), frame.control.isWhole {
        if !isPartNew, let complaint = last.flatMap({ FrameGap.complaint(frame.control.t, after: $0) }) {
          throw refusal("line \(line.number) \(complaint): split the recording here, or remove the line")
        }
        leftOut += last.map { FrameGap.leftOut(frame.control.t, after: $0) } ?? 0
        (last, isPartNew) = (frame.control.t, false)
        if count == 0, id == nil { isOld = true }
        count += 1
        return frame
      }
      if let note = try? JSONDecoder().decode(SessionNote.self, from: line.data), note.isOne {
        try take(note, line.number)
        continue
      }
      // A recording interrupted within a line ends with the previous frame.
      if !line.isEnded, count > 0 || id != nil { return nil }
      throw refusal("line \(line.number) is not a frame of a session: record one with gfctl record")
    }
    return nil
  }

  private func read() throws -> SessionText.Line? {
    do throws(FileError) { return try text.next() } catch { throw error.failure }
  }

  private func refusal(_ reason: String) -> Failure { FileError(path: path, reason: reason).failure }

  private func take(_ note: SessionNote, _ number: Int) throws {
    if let header = note.session {
      guard header.version == SessionHeader.current else {
        throw refusal(
          "line \(number) is of version \(header.version) of the format, and this program reads version \(SessionHeader.current)")
      }
      guard !isOld, id == nil || id == header.id else {
        throw refusal("line \(number) begins another session: the file joins two recordings, so split it here")
      }
      (id, isPartNew) = (header.id, true)
      change(mode: header.mode)
    }
    if let mode = note.told?.mode { change(mode: mode) }
    if let command = note.command, !Self.saysMode.contains(command.command.command) { commands.append(command.command) }
  }

  /// Commands whose effect the file stores separately as the mode. `nextMode` would lead to another mode if the box
  /// is in another mode.
  private static let saysMode: Set<Command.Name> = [.mode, .nextMode]

  private func change(mode word: String) {
    guard let next = Mode(rawValue: word), next != mode else { return }
    mode = next
    commands.append(Command.mode(next).body)
  }
}

extension ControlSample {
  /// Whether all values are finite, so that they can be set.
  fileprivate var isWhole: Bool { t.isFinite && speed.isFinite && pitchCents.isFinite && volume.isFinite }
}
