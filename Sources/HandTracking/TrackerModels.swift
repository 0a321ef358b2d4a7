import Camera
import GestureFlowAPI
import Realtime
import Synchronization

/// The models of one tracker. There is a palm model, and a landmark model for each thread that runs one.
public final class TrackerModels: Sendable {
  /// The landmark model in use.
  public let size: ModelSize
  private let palm: Mutex<PalmDetector>
  /// One model for each landmark thread.
  private let lookers: [LandmarkModel]
  private let second: SecondPass?

  /// - Parameters:
  ///   - folder: holds the runtime's library and the models.
  ///   - size: of the landmark model and of the palm model.
  ///   - parallel: run the landmark model for two hands at once on two threads.
  ///   - processor: float models run in half precision if it has arithmetic for that.
  ///   - runtime: loads the models; nil is LiteRT out of `folder`.
  /// - Throws: `Failure` that names the missing or damaged file and the remedy.
  public init(
    _ folder: ModelFolder, size: ModelSize, parallel: Bool = true, processor: Processor = .this, runtime: (any ModelRuntime)? = nil
  ) throws(Failure) {
    let runtime = if let runtime { runtime } else { try LiteRT(library: folder.library) as any ModelRuntime }
    let floats: Precision = processor.hasHalfPrecision ? .half : .single
    // The palm models are float in every size.
    let palm = PalmDetector(try runtime.load(folder.palms(size), outputs: 2, precision: floats))
    var lookers: [LandmarkModel] = []
    for _ in 0..<(parallel ? 2 : 1) {
      let model = try runtime.load(folder.landmarks(size), outputs: 4, precision: size.isFloat ? floats : .single)
      lookers.append(LandmarkModel(model, leastOfKnuckles: size.leastOfKnuckles))
    }
    self.size = size
    self.palm = Mutex(palm)
    self.lookers = lookers
    second = parallel ? try? SecondPass() : nil
  }

  deinit { second?.stop() }

  var threads: [RealtimeThread.Outcome] { second.map { [$0.outcome] } ?? [] }

  /// Searches the frame. Waits while another thread searches.
  func findPalms(in frame: Frame, view: PalmDetector.View = .whole) throws(Failure) -> [Palm] {
    try palm.withLock { (palm) throws(Failure) in try palm.find(in: frame, view: view) }
  }

  /// Searches the frame, or returns nil at once while another thread searches.
  func findPalmsUnlessBusy(in frame: Frame, view: PalmDetector.View) throws(Failure) -> [Palm]? {
    try palm.withLockIfAvailable { (palm) throws(Failure) in try palm.find(in: frame, view: view) }
  }

  /// Answers of the landmark model for some regions.
  struct LandmarkRuns {
    var answers: [LandmarkModel.Answer] = []
    /// Excess of the second thread's CPU time in nanoseconds. It is 0 if the calling thread's share took longer.
    var beyondOwn: Int64 = 0
  }

  /// Runs the landmark model on each region. The second thread takes the second and fourth region while this thread
  /// takes the first and third.
  func look(at regions: [Region], in frame: Frame) throws(Failure) -> LandmarkRuns {
    var runs = LandmarkRuns()
    guard let second, regions.count > 1 else {
      for region in regions { runs.answers.append(try lookers[0].look(at: region, in: frame)) }
      return runs
    }
    let theirs = stride(from: 1, to: regions.count, by: 2).map { regions[$0] }
    let mine = stride(from: 0, to: regions.count, by: 2).map { regions[$0] }
    second.begin(lookers[1], theirs, frame)
    let begun = Clock.threadCPU
    var own: [LandmarkModel.Answer] = []
    var failure: Failure?
    for region in mine where failure == nil {
      do throws(Failure) { own.append(try lookers[0].look(at: region, in: frame)) } catch { failure = error }
    }
    let spent = Clock.threadCPU - begun
    let done = second.finish()
    if let failure { throw failure }
    let others = try done.answers.get()
    runs.answers = (0..<regions.count).map { $0 % 2 == 0 ? own[$0 / 2] : others[$0 / 2] }
    runs.beyondOwn = max(0, done.cpu - spent)
    return runs
  }
}
