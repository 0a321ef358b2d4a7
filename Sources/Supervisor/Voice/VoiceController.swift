import ChildPrograms
import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Sound
import Synchronization

/// Speaks sentences with espeak-ng.
///
/// A worker runs espeak-ng once for each sentence and language, keeps the sound as FLAC in a folder, and feeds it to
/// the sound engine. Callers never wait. If espeak-ng is missing or fails, the voice is silent, and the log says so
/// once. Call `stop` before the last reference goes: the worker's thread cannot wait for itself.
package final class VoiceController: Sendable {
  /// A request to speak.
  package enum Request: Sendable, Equatable {
    /// The tour of the first start.
    case tour
    /// All present problems, or that all is well.
    case report
    /// Problems that have begun, by the names of their sentences.
    case problems([String])
    /// A code, digit by digit and twice. So no kept file holds a code.
    case code(String)

    var isCode: Bool { if case .code = self { true } else { false } }
  }

  /// The connections of the voice to the box; doubles in tests.
  package struct Dependencies: Sendable {
    /// Path of espeak-ng; nil if it is not installed.
    package var program: @Sendable () -> String?
    /// Folder that keeps the spoken sentences.
    package var folder: String
    /// Language, and gain of 0...1; 0 speaks nothing.
    package var settings: @Sendable () -> (language: VoiceLanguage, gain: Float)
    /// Names of the sentences of a report.
    package var report: @Sendable () -> [String]
    /// Sends a sample to the sound engine; false while enough samples wait.
    package var push: @Sendable (Float) -> Bool
    /// Waits until the engine has played some samples or the voice stops.
    package var pause: @Sendable (_ stopping: ClosingSignal) -> Void
    /// Runs work on a thread that may wait for the disk.
    package var save: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Logs a sentence for the owner.
    package var notice: @Sendable (String) -> Void

    /// Creates the connections.
    package init(
      program: @escaping @Sendable () -> String? = { VoiceController.installed }, folder: String,
      settings: @escaping @Sendable () -> (language: VoiceLanguage, gain: Float), report: @escaping @Sendable () -> [String],
      push: @escaping @Sendable (Float) -> Bool,
      pause: @escaping @Sendable (_ stopping: ClosingSignal) -> Void = { _ = $0.wait(upTo: 0.05) },
      save: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, notice: @escaping @Sendable (String) -> Void
    ) {
      self.program = program
      self.folder = folder
      self.settings = settings
      self.report = report
      self.push = push
      self.pause = pause
      self.save = save
      self.notice = notice
    }
  }

  /// State that callers and the worker share.
  private struct State {
    /// Requests that wait, the oldest first.
    var waiting: [Request] = []
    var isStopped = false
    var hasToured: Bool
    /// Whether this run has requested the tour, or needs none.
    var isWelcomed: Bool
    /// Whether espeak-ng was installed at the last look.
    var isInstalled: Bool
    /// Whether the last failure was reported, and nothing was spoken since.
    var hasComplained = false
    /// The program that runs.
    var child: ChildProgram?
  }

  /// Seconds that espeak-ng may take for a sentence. Beside the start of a slow machine it takes more than ten.
  package static let limit = 60.0
  /// Requests that may wait. A further one replaces the oldest.
  package static let room = 2
  /// Consecutive pauses without a sample taken, after which a sentence ends. The sound card is then gone.
  private static let patience = 60

  /// Path of espeak-ng; nil if it is not installed.
  package static var installed: String? { access("/usr/bin/espeak-ng", X_OK) == 0 ? "/usr/bin/espeak-ng" : nil }

  private let dependencies: Dependencies
  private let longest: Double
  private let worker: SerialWorker
  private let state: Mutex<State>
  /// Given when the voice stops. It wakes a worker that waits for the engine.
  private let stopping = ClosingSignal()

  /// Starts the worker.
  /// - Parameters:
  ///   - dependencies: the connections to the box.
  ///   - hasToured: whether the tour was spoken at an earlier start.
  ///   - limit: seconds that espeak-ng may take for a sentence.
  /// - Throws: `Failure` if no thread can be made.
  package init(_ dependencies: Dependencies, hasToured: Bool, limit: Double = VoiceController.limit) throws {
    self.dependencies = dependencies
    longest = limit
    state = Mutex(State(hasToured: hasToured, isWelcomed: hasToured, isInstalled: dependencies.program() != nil))
    worker = try SerialWorker("gf-voice", room: Self.room) { _ in }
  }

  /// Whether the tour was spoken, now or at an earlier start.
  package var hasToured: Bool { state.withLock { $0.hasToured } }

  /// Whether espeak-ng was installed at the last look.
  package var isInstalled: Bool { state.withLock { $0.isInstalled } }

  /// Speaks after what is spoken now. Never waits, and any thread may call. A request that waits already is not added
  /// again. When too many wait, the oldest is dropped. A code replaces an earlier one, which is void.
  package func say(_ request: Request) {
    let isNew = state.withLock { state in
      if state.isStopped || state.waiting.contains(request) { return false }
      if request.isCode { state.waiting.removeAll(where: \.isCode) }
      state.waiting.append(request)
      if state.waiting.count > Self.room { state.waiting.removeFirst() }
      return true
    }
    // The worker refuses when as many wait as there is room for; each of them takes one of the waiting requests.
    if isNew { worker.add { [self] in speakNext() } }
  }

  /// Requests the tour, if it was never spoken. Only the first call counts.
  package func welcome() {
    let isFirst = state.withLock { state in
      defer { state.isWelcomed = true }
      return !state.isWelcomed
    }
    if isFirst { say(.tour) }
  }

  /// Ends what is spoken, drops what waits, and waits for the worker. Its program is killed.
  package func stop() {
    let child = state.withLock { state in
      state.isStopped = true
      state.waiting = []
      return state.child
    }
    child?.kill()
    stopping.signal()
    worker.close(doingTheRest: false)
  }

  // MARK: - The worker

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func speakNext() {
    guard let request = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else { return }
    let (language, gain) = dependencies.settings()
    if gain > 0 { speak(request, language, gain) }
  }

  private func speak(_ request: Request, _ language: VoiceLanguage, _ gain: Float) {
    let names: [String]
    switch request {
    case .tour: names = Sentences.tour
    case .report: names = dependencies.report()
    case .problems(let begun): names = begun
    case .code(let digits):
      let once = [Sentences.code] + digits.map { String($0) }
      names = once + once
    }
    for name in names {
      if request.isCode, state.withLock({ $0.waiting.contains(where: \.isCode) }) { return }
      guard let text = Sentences.text(name, language), let samples = sound(of: name, text, language) else { return }
      if request == .tour { state.withLock { $0.hasToured = true } }
      play(samples, gain)
      if isStopped { return }
    }
  }

  /// Returns the sound of a sentence; nil if it cannot be made.
  private func sound(of name: String, _ text: String, _ language: VoiceLanguage) -> [Float]? {
    // The text is a part of the name, because another version of the box may have another text.
    let begin = "\(language.rawValue)-\(name)-"
    let kept = "\(dependencies.folder)/\(begin)\(String(FNV1a(text).value, radix: 16)).flac"
    if let samples = SpeechFile.read(kept) { return samples }
    let program = dependencies.program()
    state.withLock { $0.isInstalled = program != nil }
    guard let program else {
      complain("espeak-ng is not installed: run sudo apt install espeak-ng")
      return nil
    }
    prepareFolder(for: begin)
    let spoken = kept + ".wav"
    defer { unlink(spoken) }
    if let failure = run(program, text, language, spoken) {
      complain(failure)
      return nil
    }
    guard SpeechFile.isWhole(spoken), let samples = SpeechFile.read(spoken) else {
      complain("espeak-ng wrote no complete sound: check that the disk has room")
      return nil
    }
    state.withLock { $0.hasComplained = false }
    // Without room on the disk the sentence is spoken all the same, and made again the next time.
    dependencies.save {
      let new = kept + ".new"
      if SpeechFile.write(samples, to: new) { try? AtomicFile.move(new, to: kept) }
      unlink(new)
    }
    return samples
  }

  /// Creates the folder. It removes other texts of the sentence and unfinished files.
  private func prepareFolder(for begin: String) {
    let files = FileManager.default
    try? files.createDirectory(atPath: dependencies.folder, withIntermediateDirectories: true)
    for name in (try? files.contentsOfDirectory(atPath: dependencies.folder)) ?? [] where name.hasPrefix(begin) {
      unlink("\(dependencies.folder)/\(name)")
    }
  }

  /// Runs espeak-ng for a sentence.
  /// - Returns: what went wrong; nil if it wrote the file.
  private func run(_ program: String, _ text: String, _ language: VoiceLanguage, _ file: String) -> String? {
    let words =
      ["nice", "-n", "19"] + ChildLimits.words(addressSpace: ChildLimits.sound) + [
        program, "-v", language.rawValue, "-s", "150", "-b", "1", "-w", file, text,
      ]
    let child: ChildProgram
    let launcher = "/usr/bin/env"
    do throws(SystemFailure) {
      child = try ChildProgram(launcher, words, output: .discarded, errors: .discarded)
    } catch { return "\(launcher) cannot be started (\(error))" }
    let isStopped = state.withLock { state in
      state.child = child
      return state.isStopped
    }
    let end = isStopped ? nil : child.wait(within: longest)
    // Nothing happens if it has ended.
    child.kill()
    state.withLock { $0.child = nil }
    guard let end else { return "espeak-ng did not end within \(Int(longest)) s: restart the box" }
    return end == .exit(0) ? nil : "espeak-ng ended with \(end): run sudo apt install --reinstall espeak-ng"
  }

  private func complain(_ why: String) {
    let isNew = state.withLock { state in
      defer { state.hasComplained = true }
      return !state.hasComplained && !state.isStopped
    }
    if isNew { dependencies.notice("the voice is silent, because \(why)") }
  }

  /// Feeds samples to the engine. It ends when they are played, the voice stops, or the sound card is gone.
  private func play(_ samples: [Float], _ gain: Float) {
    var (at, pauses) = (0, 0)
    while pauses < Self.patience, !isStopped {
      let before = at
      while at < samples.count, dependencies.push(samples[at] * gain) { at += 1 }
      if at == samples.count { return }
      pauses = at > before ? 0 : pauses + 1
      dependencies.pause(stopping)
    }
  }
}
