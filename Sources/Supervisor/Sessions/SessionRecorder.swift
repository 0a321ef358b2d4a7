import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import Realtime
import Synchronization

/// Keeps a session as docs/reference/session.md describes it: in the file that the run was asked for, and for clients that ask for it. What `gf-hands` tells is written on another thread.
final class SessionRecorder: Sendable {
  private struct State {
    /// How many had asked for a session when the last part of it began.
    var turn = 0
    /// Since when one has waited for hands to hold nothing, in seconds of `Clock`.
    var waitsSince: Double?
    /// What the file says of the look-ahead.
    var lookAhead: Float = 0
    /// Time of the part's last frame, in seconds of the camera's clock.
    var lastFrame: Double?
    /// Lines that were dropped since the last one that was not.
    var lost = 0
  }

  /// A part begins when hands hold nothing, but waits no longer for that, in seconds.
  private static let patience = 5.0
  private let id = String(UInt64.random(in: .min ... .max), radix: 16)
  private let file: LineWriter<SessionLine>?
  private let hub: EventHub
  private let model: ModelSize
  private let log: BootLog
  /// Lines in words: `gf-hands` has the next frame to look at. Nil without a clock: then nothing is handed over.
  private let writing: Errands?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - path: the file; nil for none. - room: lines that wait to be written at most.
  /// - Throws: `FileError` when the file cannot be made, or what a thread says that cannot.
  init(_ path: String?, hub: EventHub, model: ModelSize, log: BootLog, isLive: Bool, room: Int) throws {
    file = try path.map { path throws(FileError) in try LineWriter<SessionLine>(path) }
    self.hub = hub
    self.model = model
    self.log = log
    writing =
      isLive
      ? try Errands("gf-session", room: room) {
        log.notice("\($0) lines are missing in the session file and for clients: writing them takes too long")
      } : nil
  }

  /// Somebody keeps a session.
  private var isWanted: Bool { file != nil || hub.wantsSession }

  // MARK: - On the thread that reads gestures

  /// Whether a part of the session begins with this frame: then the reading of gestures is to begin anew, for what it remembers is in no file.
  ///
  /// So it is, too, after a time without frames that is longer than a part may have.
  /// - Parameter time: of the frame, in seconds of the camera's clock; nil when there is not one.
  func begins(isHolding: Bool, at time: Double?) -> Bool {
    guard isWanted else { return false }
    let turn = hub.sessionsAsked + (file == nil ? 0 : 1)
    return state.withLock { state in
      let isApart = if let time, let last = state.lastFrame { FrameGap.leftOut(time, after: last) > 0 } else { false }
      guard isApart || turn != state.turn else { return false }
      let since = state.waitsSince ?? Clock.seconds
      state.waitsSince = since
      guard isApart || !isHolding || Clock.seconds - since >= Self.patience else { return false }
      (state.turn, state.waitsSince, state.lastFrame) = (turn, nil, nil)
      return true
    }
  }

  /// A part begins with an engine that knows nothing yet.
  func begin(_ gestures: GestureEngine, _ values: Controls.Values) {
    state.withLock { $0.lookAhead = gestures.lookAhead }
    write(
      SessionNote(
        session: SessionHeader(
          id: id, model: model.rawValue, mode: gestures.mode.rawValue, gestures: SessionGestures(gestures.settings),
          lookAheadSeconds: gestures.lookAhead, paused: values.isPaused, autoPause: values.autoPause,
          away: values.isAway ? true : nil)))
  }

  /// What the engine was told before the next frame; its look-ahead is added.
  func told(_ told: SessionTold, _ gestures: GestureEngine) {
    guard isWanted else { return }
    var told = told
    state.withLock { state in
      if told.gestures != nil || gestures.lookAhead != state.lookAhead { told.lookAheadSeconds = gestures.lookAhead }
      state.lookAhead = gestures.lookAhead
    }
    if !told.isEmpty { write(SessionNote(told: told)) }
  }

  /// A frame, and what came of it.
  func frame(_ hands: HandFrame, _ output: GestureEngine.Output, _ sample: ControlSample, _ events: [Event]) {
    let (keeps, shows) = (isWanted, hub.wantsFrames)
    guard keeps || shows else { return }
    if keeps { state.withLock { $0.lastFrame = hands.time } }
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

  /// No picture came for a while.
  func nothing(at time: Double, _ output: GestureEngine.Output, _ events: [Event]) {
    guard isWanted else { return }
    write(SessionNote(nothing: SessionGap(time: time, bits: output.control.bits, events: events)))
  }

  // MARK: - On any thread

  /// A command that did not come from hands was carried out.
  func command(_ command: Command, at time: Double) {
    if isWanted { write(SessionNote(command: SessionCommand(t: time, command: command.body))) }
  }

  /// Ends the file when everything is written.
  func close() {
    writing?.close()
    file?.close()
  }

  private func write(_ note: SessionNote) { hand { [self] in put(note) } }

  private func hand(_ errand: @escaping Errands.Errand) {
    guard let writing else { return errand() }
    let lost = state.withLock { state in
      defer { state.lost = 0 }
      return state.lost
    }
    // Whoever plays the file again must know that something is missing, and where.
    let isTaken = writing.add { [self] in
      if lost > 0 { put(SessionNote(lost: lost)) }
      errand()
    }
    if !isTaken { state.withLock { $0.lost += lost + 1 } }
  }

  private func put(_ line: some Encodable) {
    guard let json = Self.json(line) else { return log.notice("a line of the session holds no number and is left out") }
    if hub.wantsSession { hub.publish(session: json) }
    do { try file?.write(json: json) } catch {
      // Said once: a line a frame would push every other notice out.
      file?.close()
      log.notice("the session file cannot be written any more, and ends here: \(error)")
    }
  }

  private static func json(_ line: some Encodable) -> Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(line)
  }
}
