import Foundation
import GestureFlowAPI
import Library
import Licensing
import Modes

/// Tones, lights and problems of sticks. A folder of the box's own disk has none.
extension Reporter {
  /// Reports the contents of a stick.
  package func hear(_ contents: MusicLibrary.Contents, of stick: MusicLibrary.Stick) {
    guard !stick.isFolder else { return }
    let signal: Signal
    var cause = ""
    switch contents {
    case .music: signal = .stickTaken
    // A stick with sounds, a licence or an update alone is not a mistake.
    case .nothing: signal = carriesMore(stick) ? .stickTaken : .stickEmpty
    case .needsImport: signal = .stickImport
    case .unreadable(let trouble):
      signal = .stickUnreadable
      cause = " (\(trouble))"
    }
    let isWaiting = contents == .needsImport && signals.config.configuration.imports
    let problem = signal.row.problem.map { failure in
      PartStatus(
        .stick, reason: "\(failure.reason)\(cause) ('\(stick.label)')",
        remedy: isWaiting ? "wait until the box has imported it" : failure.remedy)
    }
    if let problem { log.notice("\(problem.reason ?? ""): \(problem.remedy ?? "")") }
    signals.state.withLock { state in
      state.sticks[stick.id] = problem
      state.queue.add(signal)
    }
  }

  /// Reports that a stick is gone.
  package func lose(_ stick: MusicLibrary.Stick) {
    guard !stick.isFolder else { return }
    signals.state.withLock { state in
      state.sticks[stick.id] = nil
      state.queue.add(.stickGone)
    }
  }

  /// Reports an update of the image on a stick.
  func offerUpdate(on stick: MusicLibrary.Stick) {
    log.notice("an update is on stick '\(stick.label)': hold PLAY for 3 s to install it")
    publish("update", "offered")
    signals.announce(.updateOffered)
  }

  /// Whether a stick without music carries more. It may have sounds, a licence or an update of the image.
  private func carriesMore(_ stick: MusicLibrary.Stick) -> Bool {
    if SoundFolder(stick: stick.root, label: stick.label) != nil { return true }
    if access(stick.root + "/" + LicenceStore.stickName, F_OK) == 0 { return true }
    return (try? FileManager.default.contentsOfDirectory(atPath: stick.root))?.contains { $0.hasSuffix(".raucb") } == true
  }
}
