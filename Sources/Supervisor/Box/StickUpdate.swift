import Foundation
import GestureFlowAPI
import Library
import Modes
import Panel
import Realtime
import Settings

/// Offers an update of the firmware image that lies on a stick.
///
/// A held PLAY has it installed, and held again restarts the box with it. The daemon may do neither: it writes files
/// for which units of the image wait (`UpdateFiles`), and reads the progress that `gfctl update` writes.
package final class StickUpdate: Sendable {
  /// Seconds for which an offer takes the hold of PLAY. After that, the hold switches the box off again.
  package static let offerTime = 600.0
  /// Seconds until a request counts as unanswered. A box that has not restarted by then switches off again.
  package static let patience = 60.0
  /// Seconds between two looks at the progress.
  private static let pause = 0.5
  /// Longest progress file in bytes.
  private static let mostBytes = 4096
  /// Longest text of the progress file in characters.
  private static let longestText = 300

  /// Effect of a hold of PLAY.
  package enum Hold: String, Sendable { case requested, restarts, failed }

  /// A version of the progress file.
  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int
  }

  /// Contents of the progress file.
  private struct Found {
    var stamp: Stamp
    /// Nil for a file that cannot be used.
    var progress: UpdateProgress?
    /// Whether an installation still runs.
    var isAlive: Bool
  }

  private struct Offer {
    var label: String
    /// Seconds of `Clock` at which the stick appeared.
    var since: Double
  }

  /// A request whose installation has not ended.
  private struct Request {
    var since: Double
    /// The file at that time. It belongs to an earlier installation.
    var before: Stamp?
  }

  private struct State {
    /// Offers by the identities of their sticks.
    var offers: [String: Offer] = [:]
    var file: Found?
    var request: Request?
    /// Identities of sticks for the last request. Those that are gone are not among them.
    var requested: Set<String> = []
    /// Whether they are all gone.
    var isStickGone = false
    /// The problem of the last request. It is not reported after its stick is gone.
    var failure: Failure?
    /// Time of the first request for a restart. In seconds of `Clock`; nil without one.
    var restartAsked: Double?
    var looked = -Double.infinity

    /// The problem to report.
    var reported: Failure? { isStickGone ? nil : failure }

    /// Returns the present step; nil without an update.
    func progress(at now: Double) -> UpdateProgress? {
      let isOld = request.map { $0.before == file?.stamp } ?? false
      if !isOld, let file, let progress = file.progress {
        if progress.step == .installing, file.isAlive { return progress }
        if progress.step == .installed { return progress }
      }
      if request != nil { return UpdateProgress(.installing, percent: 0) }
      if let reported { return UpdateProgress(.failed, failure: reported) }
      return offers.values.filter { now - $0.since < StickUpdate.offerTime }.map(\.label).min().map { UpdateProgress(.offered, stick: $0) }
    }

    /// Takes the newest progress.
    /// - Returns: the event, if the requested installation has ended.
    mutating func take(_ found: Found?, at now: Double) -> Signal? {
      file = found
      guard let request else { return nil }
      if let found, found.stamp != request.before, let progress = found.progress {
        switch progress.step {
        case .offered: return nil
        case .installing where found.isAlive: return nil
        case .installing: failure = Failure("the installation was interrupted", remedy: "pull the stick, put it in and try again")
        case .failed: failure = Failure(progress.reason ?? "no reason given", remedy: progress.remedy ?? "copy it to the stick again")
        case .installed:
          self.request = nil
          return .updateInstalled
        }
      } else if now - request.since < StickUpdate.patience {
        return nil
      } else {
        failure = Failure("the installation has not begun", remedy: "restart the box, then pull the stick and put it in")
      }
      self.request = nil
      return .updateFailed
    }
  }

  private let files: UpdateFiles?
  private let state = Published(State())

  /// - Parameter files: nil on a machine without the firmware image, which offers nothing.
  package init(_ files: UpdateFiles?) { self.files = files }

  // MARK: - Sticks

  /// Looks for an update on a new stick. Waits for the stick.
  /// - Parameter now: seconds of `Clock`.
  /// - Returns: whether it is offered.
  package func see(_ stick: MusicLibrary.Stick, at now: Double) -> Bool {
    guard let files, !stick.isFolder, Self.hasUpdate(stick.root, besides: files.version) else { return false }
    return state.change { state in
      // This stick was pulled out and put in.
      state.failure = nil
      if state.request != nil {
        state.requested.insert(stick.id)
        state.isStickGone = false
      }
      state.offers[stick.id] = Offer(label: stick.label, since: now)
      return state.progress(at: now)?.step == .offered
    }
  }

  /// Ends the offer and the problem of a stick that is gone.
  package func lose(_ stick: MusicLibrary.Stick) {
    guard !stick.isFolder else { return }
    state.change { state in
      state.offers[stick.id] = nil
      state.requested.remove(stick.id)
      if state.requested.isEmpty { state.isStickGone = true }
    }
  }

  /// Returns whether the top of a stick has an update.
  /// - Parameter running: the version that runs. A name with it, such as `update-0.2.0-arm64.raucb`, does not count.
  private static func hasUpdate(_ folder: String, besides running: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { UpdateName.version(in: $0) }.contains { $0 != running && !$0.hasPrefix(running + "-") }
  }

  // MARK: - The button

  /// Takes a hold of PLAY, if an update waits for it. Never waits.
  /// - Parameter now: seconds of `Clock`.
  /// - Returns: the effect; nil if the hold keeps its usual one.
  package func hold(at now: Double) -> Hold? {
    guard let files else { return nil }
    // The last look may be old. The file is in memory.
    let found = Self.read(files.progress)
    let step = state.change { state -> UpdateProgress.Step? in
      state.file = found
      guard let step = state.progress(at: now)?.step else { return nil }
      switch step {
      case .offered:
        (state.requested, state.isStickGone) = (Set(state.offers.keys), false)
        state.offers = [:]
        state.request = Request(since: now, before: state.file?.stamp)
        return step
      case .installed:
        let asked = state.restartAsked ?? now
        state.restartAsked = asked
        return now - asked < Self.patience ? step : nil
      case .installing, .failed: return nil
      }
    }
    guard let step else { return nil }
    guard let code = Self.write(step == .offered ? files.request : files.restart) else {
      return step == .offered ? Hold.requested : Hold.restarts
    }
    state.change { state in
      (state.request, state.isStickGone) = (nil, false)
      state.failure = Failure(
        "the box cannot request it (\(String(cString: strerror(code))))", remedy: "restart the box, then pull the stick and put it in")
    }
    return .failed
  }

  /// Writes an empty file.
  /// - Returns: the error number; nil if it is there.
  private static func write(_ path: String) -> Int32? {
    let file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
    guard file >= 0 else { return errno }
    close(file)
    return nil
  }

  // MARK: - Progress

  /// Reads the progress twice a second.
  /// - Parameter now: seconds of `Clock`.
  /// - Returns: the event, if the requested installation has ended.
  package func look(at now: Double) -> Signal? {
    guard let files else { return nil }
    let isDue = state.change { state in
      guard now - state.looked >= Self.pause else { return false }
      state.looked = now
      return true
    }
    guard isDue else { return nil }
    let found = Self.read(files.progress)
    let signal = state.change { $0.take(found, at: now) }
    if signal != nil { unlink(files.request) }
    return signal
  }

  /// Returns the present step for the status; nil without an update.
  package func status(at now: Double) -> UpdateProgress? { state.now.progress(at: now) }

  /// Returns the state for the panel.
  package func view(at now: Double) -> PanelView.Update {
    guard let progress = status(at: now) else { return .none }
    return switch progress.step {
    case .offered, .installed: .waits
    case .installing: .installing(Double(progress.percent ?? 0) / 100)
    case .failed: .none
    }
  }

  /// The problem of a requested update. Nil without one, and after its stick is gone.
  package var problem: PartStatus? { state.read { $0.reported }.flatMap { Self.problem($0) } }

  /// The problem of the last request, also after its stick is gone.
  fileprivate var lastProblem: PartStatus? { state.read { $0.failure }.flatMap { Self.problem($0) } }

  private static func problem(_ failure: Failure) -> PartStatus? {
    Signal.updateFailed.row.problem.map { row in
      PartStatus(.stick, reason: "\(row.reason) (\(failure.reason))", remedy: failure.remedy)
    }
  }

  /// Returns the name of the sentence about PLAY. Nil while no update waits.
  package func sentence(at now: Double) -> String? {
    switch status(at: now)?.step {
    case .offered?: Signal.updateOffered.rawValue
    case .installed?: Signal.updateInstalled.rawValue
    case .installing?, .failed?, nil: nil
    }
  }

  /// Reads the progress file. Nil if it is missing. Texts are cleaned, and numbers are in range.
  private static func read(_ path: String) -> Found? {
    guard let file = try? FileRead.openPlain(path, followsLinks: false) else { return nil }
    let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: true)
    let stamp = Stamp(seconds: file.status.st_mtim.tv_sec, nanoseconds: file.status.st_mtim.tv_nsec)
    guard let data = try? handle.read(upToCount: mostBytes), var progress = try? JSONDecoder().decode(UpdateProgress.self, from: data)
    else {
      return Found(stamp: stamp, progress: nil, isAlive: false)
    }
    progress.percent = progress.percent.map { min(max($0, 0), 100) }
    progress.version = progress.version.map { cleaned($0, limit: longestText) }
    progress.reason = progress.reason.map { cleaned($0, limit: longestText) }
    progress.remedy = progress.remedy.map { cleaned($0, limit: longestText) }
    let pid = progress.pid.flatMap { pid_t(exactly: $0) } ?? 0
    // Another user's process answers with EPERM.
    let isAlive = pid > 0 && (kill(pid, 0) == 0 || errno == EPERM)
    return Found(stamp: stamp, progress: progress, isAlive: isAlive)
  }
}

/// Updates from a stick in the running box.
extension Box {
  /// Gives a hold of PLAY to an update that waits. Called on the thread of the controls.
  /// - Returns: false if the hold keeps its usual effect.
  func holdForUpdate() -> Bool {
    guard let effect = updates.hold(at: Clock.seconds) else { return false }
    publish("update", effect.rawValue)
    if effect == .failed { announce(.updateFailed) }
    switch effect {
    case .requested: log.notice("PLAY was held: the update on the stick is being installed")
    case .restarts: log.notice("PLAY was held: the box restarts with the update")
    case .failed: logUpdateProblem()
    }
    return true
  }

  /// Reports the end of a requested installation.
  func lookAtUpdate(at now: Double) {
    guard let signal = updates.look(at: now) else { return }
    announce(signal)
    if signal == .updateInstalled {
      publish("update", "installed")
      log.notice("an update is installed: hold PLAY for 3 s to restart the box with it")
    } else {
      publish("update", "failed")
      logUpdateProblem()
    }
  }

  private func logUpdateProblem() {
    if let problem = updates.lastProblem { log.notice("\(problem.reason ?? ""): \(problem.remedy ?? "")") }
  }
}
