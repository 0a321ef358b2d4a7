import Camera
import Realtime
import Synchronization

/// The models of one tracker: a palm model, and a landmark model for each of the threads that look at hands side by side.
public final class TrackerModels: Sendable {
  private struct Lookers: Sendable {
    var models: [LandmarkModel]
    var size: ModelSize
  }

  private let runtime: any ModelRuntime
  private let folder: ModelFolder
  private let palm: Mutex<PalmDetector>
  private let lookers: Mutex<Lookers>
  private let second: SecondLooker?

  /// - Parameters:
  ///   - folder: where the runtime's library and the models lie.
  ///   - size: of the landmark model and of the palm model.
  ///   - parallel: look at two hands at once on two threads.
  ///   - runtime: what loads the models; nil is LiteRT out of `folder`.
  /// - Throws: `TrackerError` that names the missing or damaged file and the remedy.
  public init(_ folder: ModelFolder, size: ModelSize, parallel: Bool = true, runtime: (any ModelRuntime)? = nil) throws(TrackerError) {
    let runtime = if let runtime { runtime } else { try LiteRT(library: folder.library) as any ModelRuntime }
    let palm = PalmDetector(try runtime.load(folder.palms(size), outputs: 2))
    let models = try Self.load(runtime, folder, size, count: parallel ? 2 : 1)
    self.folder = folder
    self.runtime = runtime
    self.palm = Mutex(palm)
    lookers = Mutex(Lookers(models: models, size: size))
    second = parallel ? try? SecondLooker() : nil
  }

  deinit { second?.stop() }

  private static func load(
    _ runtime: any ModelRuntime, _ folder: ModelFolder, _ size: ModelSize, count: Int
  ) throws(TrackerError) -> [LandmarkModel] {
    var all: [LandmarkModel] = []
    for _ in 0..<count { all.append(LandmarkModel(try runtime.load(folder.landmarks(size), outputs: 4))) }
    return all
  }

  /// The landmark model in use; any thread may ask.
  public var size: ModelSize { lookers.withLock { $0.size } }

  /// Changes the landmark model, from the next frame on.
  /// - Throws: `TrackerError` when its file is missing or damaged; the old model stays in use.
  public func change(to size: ModelSize) throws(TrackerError) {
    let (old, count) = lookers.withLock { ($0.size, $0.models.count) }
    guard size != old else { return }
    let models = try Self.load(runtime, folder, size, count: count)
    lookers.withLock { $0 = Lookers(models: models, size: size) }
  }

  var threads: [RealtimeThread.Outcome] { second.map { [$0.outcome] } ?? [] }

  /// Searches the frame; waits while another thread searches.
  func findPalms(in frame: Frame, view: PalmDetector.View = .whole) throws(TrackerError) -> [Palm] {
    try palm.withLock { (palm) throws(TrackerError) in try palm.find(in: frame, view: view) }
  }

  /// Searches the frame, or answers nil at once while another thread searches.
  func findPalmsUnlessBusy(in frame: Frame, view: PalmDetector.View) throws(TrackerError) -> [Palm]? {
    try palm.withLockIfAvailable { (palm) throws(TrackerError) in try palm.find(in: frame, view: view) }
  }

  /// What the looks at some regions gave.
  struct Looks {
    var answers: [LandmarkModel.Answer] = []
    /// CPU time in nanoseconds by which the second thread's share was longer than the calling thread's; 0 where it was shorter.
    var beyondOwn: Int64 = 0
  }

  /// Looks at each region; the second and fourth on the second thread's core while this thread looks at the first and third.
  func look(at regions: [Region], in frame: Frame) throws(TrackerError) -> Looks {
    let models = lookers.withLock { $0.models }
    var looks = Looks()
    guard let second, regions.count > 1 else {
      for region in regions { looks.answers.append(try models[0].look(at: region, in: frame)) }
      return looks
    }
    let theirs = stride(from: 1, to: regions.count, by: 2).map { regions[$0] }
    let mine = stride(from: 0, to: regions.count, by: 2).map { regions[$0] }
    second.begin(models[1], theirs, frame)
    let begun = Clock.threadCPU
    var own: [LandmarkModel.Answer] = []
    var failure: TrackerError?
    for region in mine where failure == nil {
      do throws(TrackerError) { own.append(try models[0].look(at: region, in: frame)) } catch { failure = error }
    }
    let spent = Clock.threadCPU - begun
    let done = second.finish()
    if let failure { throw failure }
    let others = try done.answers.get()
    looks.answers = (0..<regions.count).map { $0 % 2 == 0 ? own[$0 / 2] : others[$0 / 2] }
    looks.beyondOwn = max(0, done.cpu - spent)
    return looks
  }
}
