import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import Realtime
import Synchronization

/// Records a session as docs/reference/session.md describes it. It writes to the file of the run and to clients that
/// request a session. Another thread than `gf-control` writes.
package final class SessionRecorder: Sendable {
  private let id = String(UInt64.random(in: .min ... .max), radix: 16)
  private let file: LineWriter<SessionLine>?
  private let hub: EventHub
  private let model: ModelSize
  private let log: BootLog
  /// Encodes and writes lines, because `gf-hands` must process the next frame. Nil without a clock: then the calling
  /// thread writes.
  private let writing: SerialWorker?
  /// Lines dropped since the last written line.
  // Order: relaxed: one number alone. The queue of the worker orders the lines.
  private let lost = Atomic(0)

  /// Makes the file and the thread that writes it.
  /// - Parameters:
  ///   - path: the file; nil for none.
  ///   - room: limit of lines that wait to be written.
  /// - Throws: `FileError` when the file cannot be made, or the error of a thread that cannot start.
  init(_ path: String?, hub: EventHub, model: ModelSize, log: BootLog, isLive: Bool, room: Int) throws {
    file = try path.map { path throws(FileError) in try LineWriter<SessionLine>(path) }
    self.hub = hub
    self.model = model
    self.log = log
    writing =
      isLive
      ? try SerialWorker("gf-session", room: room) {
        log.notice("\($0) lines are missing in the session file and for clients: use a faster disk")
      } : nil
  }

  /// Whether the file or a client records the session.
  private var isWanted: Bool { file != nil || hub.wantsSession }

  // MARK: - On the thread that reads gestures

  /// Returns whether a part of the session begins with this frame.
  ///
  /// The gesture engine must then begin anew, because its memory is not in any file. A part also begins after a pause
  /// without frames that is longer than a part may contain.
  /// - Parameter time: time of the frame in seconds of the camera's clock; nil without a frame.
  package func begins(_ part: inout SessionPart, isHolding: Bool, at time: Double?) -> Bool {
    guard isWanted else { return false }
    return part.begins(turn: hub.sessionsAsked + (file == nil ? 0 : 1), isHolding: isHolding, at: time)
  }

  /// Begins a part with a new engine.
  package func begin(_ part: inout SessionPart, _ gestures: GestureEngine, isPaused: Bool, autoPause: Bool, isAway: Bool) {
    part.lookAhead = gestures.lookAhead
    write(
      SessionNote(
        session: SessionHeader(
          id: id, model: model.rawValue, mode: gestures.mode.rawValue, gestures: SessionGestures(gestures.settings),
          lookAheadSeconds: gestures.lookAhead, paused: isPaused, autoPause: autoPause,
          away: isAway ? true : nil)))
  }

  /// Records what the engine received before the next frame. It adds the engine's look-ahead.
  package func changed(_ part: inout SessionPart, _ changes: SessionChanges, _ gestures: GestureEngine) {
    guard isWanted else { return }
    var told = changes
    if told.gestures != nil || gestures.lookAhead != part.lookAhead { told.lookAheadSeconds = gestures.lookAhead }
    part.lookAhead = gestures.lookAhead
    if !told.isEmpty { write(SessionNote(told: told)) }
  }

  /// Records a frame and its results.
  func frame(_ hands: HandFrame, _ output: GestureEngine.Output, _ sample: ControlSample, _ events: [Event]) {
    let (keeps, shows) = (isWanted, hub.wantsFrames)
    guard keeps || shows else { return }
    hand { [hub, model, self] in
      if shows, let json = Self.json(SessionLine(frame: HandsLine(hands, model: model), control: sample, events: events)) {
        hub.publish(frame: json)
      }
      guard keeps else { return }
      put(
        SessionLine(
          frame: HandsLine(hands, model: model, isExact: true), control: sample, events: events, bits: output.control.bits))
    }
  }

  /// Records a pause without frames.
  func nothing(at time: Double, _ output: GestureEngine.Output, _ events: [Event]) {
    guard isWanted else { return }
    write(SessionNote(nothing: SessionGap(time: time, bits: output.control.bits, events: events)))
  }

  // MARK: - On any thread

  /// Records a command that did not come from hands.
  func command(_ command: Command, at time: Double) {
    if isWanted { write(SessionNote(command: SessionCommand(t: time, command: command.body))) }
  }

  /// Ends the file after everything is written.
  func close() {
    writing?.close()
    file?.close()
  }

  private func write(_ note: SessionNote) { hand { [self] in put(note) } }

  private func hand(_ job: @escaping SerialWorker.Job) {
    guard let writing else { return job() }
    let before = lost.exchange(0, ordering: .relaxed)
    // A reader of the file must know which lines are missing.
    let isTaken = writing.add { [self] in
      if before > 0 { put(SessionNote(lost: before)) }
      job()
    }
    if !isTaken { lost.add(before + 1, ordering: .relaxed) }
  }

  private func put(_ line: some Encodable) {
    guard let json = Self.json(line) else { return log.notice("a line of the session contains NaN and was dropped") }
    if hub.wantsSession { hub.publish(session: json) }
    do { try file?.write(json: json) } catch {
      // Logged once: one notice a frame would push out every other notice.
      file?.close()
      log.notice("the recording of the session stopped: \(error)")
    }
  }

  private static func json(_ line: some Encodable) -> Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(line)
  }
}
