import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands

/// A step of a session, in the order of the file.
package enum SessionStep: Sendable {
  /// A part begins with a new gesture engine.
  case begin(SessionHeader)
  /// Changes that the engine received before the next frame.
  case told(SessionChanges)
  case command(SessionCommand)
  case frame(HandFrame, SessionLine)
  /// No frame came for a while.
  case nothing(SessionGap)
  /// A number of lines is missing.
  case lost(Int)
}

/// Reads a session step by step. It does not hold all of it in memory.
package final class SessionSteps {
  private let path: String
  private let text: SessionText
  private var id: String?
  private var lastTime: Double?
  /// Whether a part began since the last frame. Its first frame may come any time later.
  private var isPartNew = false
  /// Model of the last part; without headers, of the file's first line.
  package private(set) var model: ModelSize?
  /// Number of frames read.
  package private(set) var frames = 0
  /// Seconds between parts, up to the last frame; a replay skips them.
  package private(set) var leftOut = 0.0
  /// Number of lines that the recorder did not write.
  package private(set) var lost = 0
  /// Number of the last line if it was cut off; nil otherwise.
  package private(set) var cutOff: Int?
  /// Whether the file has no headers. Such a file lacks the settings, and the values that were not set by hands.
  package private(set) var isOld = false

  /// Notice for a file without headers.
  package static let oldWords =
    "this session is of an old version: the gestures' settings and what was set by buttons and clients are not in it, so controls may differ"

  /// Opens the file.
  /// - Throws: `FileError` when it cannot be opened.
  package init(_ path: String) throws(FileError) {
    self.path = path
    text = try SessionText(path)
  }

  /// Returns the next step. Returns nil at the end, or at a line that was cut off.
  /// - Throws: `FileError` that names the line and its problem.
  package func next() throws(FileError) -> SessionStep? {
    guard cutOff == nil, let line = try text.next() else { return nil }
    guard let step = try decode(line) else {
      if !line.isEnded, frames > 0 || id != nil {
        cutOff = line.number
        return nil
      }
      throw wrong(line, "is not a line of a session: record one with gfctl record")
    }
    return step
  }

  private func wrong(_ line: SessionText.Line, _ what: String) -> FileError { FileError(path: path, reason: "line \(line.number) \(what)") }

  private func decode(_ line: SessionText.Line) throws(FileError) -> SessionStep? {
    // For most lines this decoding fails at the first field.
    if let note = try? JSONDecoder().decode(SessionNote.self, from: line.data), note.isOne { return try step(note, line) }
    guard let read = try? JSONDecoder().decode(SessionLine.self, from: line.data) else { return nil }
    if let complaint = read.frame.complaint { throw wrong(line, "contains invalid hands: \(complaint)") }
    let hands = read.frame.identified.handFrame(aspect: 16.0 / 9)
    if let lastTime, hands.time < lastTime {
      throw wrong(
        line,
        "has a time, \(hands.time) s, before that of the frame before, \(lastTime) s: if the file joins two recordings, split it here"
      )
    }
    try check(hands.time, line)
    leftOut += lastTime.map { FrameGap.leftOut(hands.time, after: $0) } ?? 0
    (lastTime, isPartNew) = (hands.time, false)
    if frames == 0, id == nil {
      isOld = true
      model = read.frame.model.flatMap(ModelSize.init(word:))
    }
    frames += 1
    return .frame(hands, read)
  }

  private func check(_ time: Double, _ line: SessionText.Line) throws(FileError) {
    guard !isPartNew, let complaint = lastTime.flatMap({ FrameGap.complaint(time, after: $0) }) else { return }
    throw wrong(line, "\(complaint): \(Self.apart)")
  }

  private static let apart = "split the recording here, or remove the line"

  /// Returns whether this time from a frame to the loudspeaker is possible. The time is in seconds. No machine takes
  /// longer than this limit.
  private static func isLookAhead(_ seconds: Float) -> Bool { (0...10).contains(seconds) }

  private func step(_ note: SessionNote, _ line: SessionText.Line) throws(FileError) -> SessionStep {
    if let header = note.session {
      guard header.version == SessionHeader.current else {
        throw wrong(
          line,
          "is of version \(header.version) of the format, and this program reads version \(SessionHeader.current): replay it with the program that recorded it"
        )
      }
      if let id, id != header.id {
        throw wrong(line, "begins another session: the file joins two recordings, so split it here")
      }
      if isOld { throw wrong(line, "begins a session after lines of another: split the file here") }
      guard header.gestures.settings != nil, Mode(rawValue: header.mode) != nil, Self.isLookAhead(header.lookAheadSeconds)
      else {
        throw wrong(line, "names settings or a mode that this program does not know: replay it with the program that recorded it")
      }
      (id, isPartNew) = (header.id, true)
      model = ModelSize(word: header.model)
      return .begin(header)
    }
    guard id != nil || isOld else { throw wrong(line, "comes before the session's first line, which is missing: record it again") }
    if let told = note.told {
      if let instrument = told.instrument, instrument.settings == nil {
        throw wrong(line, "names an instrument that this program does not know")
      }
      if told.gestures.map({ $0.settings == nil }) ?? false || told.mode.map({ Mode(rawValue: $0) == nil }) ?? false
        || !Self.isLookAhead(told.lookAheadSeconds ?? 0)
      {
        throw wrong(line, "names settings or a mode that this program does not know")
      }
      return .told(told)
    }
    if let command = note.command { return .command(command) }
    if let gap = note.nothing {
      try check(gap.time, line)
      return .nothing(gap)
    }
    // The file may contain any number.
    let count = min(max(note.lost ?? 0, 0), Int(Int32.max))
    lost = min(lost &+ count, Int(Int32.max))
    return .lost(count)
  }
}

extension GestureEngine {
  /// Makes the engine that begins a part of a session.
  /// - Precondition: `SessionSteps` has read and checked the header.
  package init(_ header: SessionHeader) {
    let noise = ModelSize(word: header.model)?.noise ?? .float
    self.init(header.gestures.settings ?? GestureSettings(), noise: noise, mode: Mode(rawValue: header.mode) ?? .player)
    lookAhead = header.lookAheadSeconds
  }

  /// Applies what the engine received before a frame. The order is that of the box.
  /// - Parameter noise: noise of the session's model.
  package mutating func take(_ told: SessionChanges, noise: LandmarkNoise) {
    if let settings = told.gestures?.settings { self = GestureEngine(settings, noise: noise, mode: mode, after: self) }
    if let lookAhead = told.lookAheadSeconds { self.lookAhead = lookAhead }
    if let mode = told.mode.flatMap(Mode.init(rawValue:)), mode != self.mode { change(mode: mode) }
    told.tellValues(&self)
  }
}
