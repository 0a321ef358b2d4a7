import Foundation
import GestureFlowAPI

/// Reads a session's file, a frame at a time.
package final class SessionFile {
  private let path: String
  private let text: SessionText
  private var count = 0
  /// Time of the frame that was read last.
  private var last: Double?
  /// A part has begun since that frame.
  private var isPartNew = false
  /// Seconds between parts up to the frame that was read last, for which nobody waits.
  package private(set) var leftOut = 0.0
  private var id: String?
  /// What buttons and clients asked for before the frame that was read last, in order, and the mode that was played from then on.
  package private(set) var commands: [CommandBody] = []
  /// What the hands played in that frame; nil in a file that does not say.
  package private(set) var mode: Mode?
  /// The file is older than session headers: it holds no commands.
  package private(set) var isOld = false

  /// - Throws: `RunFailure` when it cannot be opened.
  package init(_ path: String) throws {
    self.path = path
    do { text = try SessionText(path) } catch { throw RunFailure("\(error)") }
  }

  /// The next frame; nil at the end. - Throws: `RunFailure` that names the wrong line.
  package func next() throws -> SessionFrame? {
    commands = []
    while let line = try read() {
      if let frame = try? JSONDecoder().decode(SessionFrame.self, from: line.data), frame.control.isWhole {
        if !isPartNew, let complaint = last.flatMap({ FrameGap.complaint(frame.control.t, after: $0) }) {
          throw refusal("line \(line.number) \(complaint): take the recording apart here, or take the line out")
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
      // A recording that was interrupted in the middle of a line ends with the frame before.
      if !line.isEnded, count > 0 || id != nil { return nil }
      throw refusal("line \(line.number) is no frame of a session: record one with gfctl record")
    }
    return nil
  }

  private func read() throws -> SessionText.Line? {
    do { return try text.next() } catch { throw RunFailure("\(error)") }
  }

  private func refusal(_ reason: String) -> RunFailure { RunFailure("\(FileError(path: path, reason: reason))") }

  private func take(_ note: SessionNote, _ number: Int) throws {
    if let header = note.session {
      guard header.version == SessionHeader.current else {
        throw refusal(
          "line \(number) is of version \(header.version) of the format, and this program reads version \(SessionHeader.current)")
      }
      guard !isOld, id == nil || id == header.id else {
        throw refusal("line \(number) begins another session: two recordings were put into one file, take them apart here")
      }
      (id, isPartNew) = (header.id, true)
      change(mode: header.mode)
    }
    if let mode = note.told?.mode { change(mode: mode) }
    if let command = note.command, !Self.saysMode.contains(command.command.command) { commands.append(command.command) }
  }

  /// The mode stands in the file besides, at its frame: a step to the next one leads somewhere else on a box that stands elsewhere.
  private static let saysMode: Set<Command.Name> = [.mode, .nextMode]

  private func change(mode word: String) {
    guard let next = Mode(rawValue: word), next != mode else { return }
    mode = next
    commands.append(Command.mode(next).body)
  }
}

extension ControlSample {
  /// False for values that cannot be set.
  fileprivate var isWhole: Bool { t.isFinite && speed.isFinite && pitchCents.isFinite && volume.isFinite }
}
