import Camera
import Foundation
import Realtime

/// The models of one tracker: a palm model, and a landmark model for each of the threads that look at hands side by side.
public final class TrackerModels: @unchecked Sendable {
  private let runtime: any ModelRuntime
  private let folder: ModelFolder
  private let palm: PalmDetector
  private let palmLock = NSLock()
  private var lookers: [LandmarkModel]
  private var helper: Helper?
  public private(set) var size: ModelSize

  /// - Parameters:
  ///   - size: of the landmark model and of the palm model.
  ///   - parallel: look at two hands at once on two threads.
  /// - Throws: `TrackerError` that names the missing or damaged file and the remedy.
  public init(_ folder: ModelFolder, size: ModelSize, parallel: Bool = true, runtime: (any ModelRuntime)? = nil) throws(TrackerError) {
    self.folder = folder
    self.size = size
    let runtime = if let runtime { runtime } else { try LiteRT(library: folder.library) as any ModelRuntime }
    self.runtime = runtime
    palm = PalmDetector(try runtime.load(folder.palms(size), outputs: 2))
    lookers = try Self.loadLookers(runtime, folder, size, count: parallel ? 2 : 1)
    if parallel { helper = try? Helper() }
  }

  deinit { helper?.stop() }

  private static func loadLookers(
    _ runtime: any ModelRuntime, _ folder: ModelFolder, _ size: ModelSize, count: Int
  ) throws(TrackerError) -> [LandmarkModel] {
    var all: [LandmarkModel] = []
    for _ in 0..<count { all.append(LandmarkModel(try runtime.load(folder.landmarks(size), outputs: 4))) }
    return all
  }

  /// Changes the landmark model; between two frames only.
  public func change(to size: ModelSize) throws(TrackerError) {
    guard size != self.size else { return }
    lookers = try Self.loadLookers(runtime, folder, size, count: lookers.count)
    self.size = size
  }

  var threads: [RealtimeThread.Outcome] { helper.map { [$0.outcome] } ?? [] }

  func findPalms(in frame: Frame, view: PalmDetector.View = .whole) throws(TrackerError) -> [Palm] {
    palmLock.lock()
    defer { palmLock.unlock() }
    return try palm.find(in: frame, view: view)
  }

  /// Looks at each region; the second and fourth on the helper's core while this thread looks at the first and third.
  func look(at regions: [Region], in frame: Frame) throws(TrackerError) -> [LandmarkModel.Answer] {
    guard let helper, regions.count > 1 else {
      var answers: [LandmarkModel.Answer] = []
      for region in regions { answers.append(try lookers[0].look(at: region, in: frame)) }
      return answers
    }
    let theirs = stride(from: 1, to: regions.count, by: 2).map { regions[$0] }
    let mine = stride(from: 0, to: regions.count, by: 2).map { regions[$0] }
    helper.begin(lookers[1], theirs, frame)
    var own: [LandmarkModel.Answer] = []
    var failure: TrackerError?
    for region in mine where failure == nil {
      do throws(TrackerError) { own.append(try lookers[0].look(at: region, in: frame)) } catch { failure = error }
    }
    let others = try helper.finish()
    if let failure { throw failure }
    return (0..<regions.count).map { $0 % 2 == 0 ? own[$0 / 2] : others[$0 / 2] }
  }
}

/// The second pair of eyes: a thread that looks at regions while the tracker's own thread looks at others.
private final class Helper: @unchecked Sendable {
  private struct Work: Sendable {
    let model: LandmarkModel
    let regions: [Region]
    let frame: Frame
  }
  private let work = Mailbox<Work>()
  private let done = Mailbox<Result<[LandmarkModel.Answer], TrackerError>>()
  private let thread: RealtimeThread

  init() throws {
    thread = try RealtimeThread(.init(name: "gf-hands-2", core: 1, priority: 60)) { [work, done] in
      while let job = work.take() {
        done.put(
          Result { () throws(TrackerError) in
            var answers: [LandmarkModel.Answer] = []
            for region in job.regions { answers.append(try job.model.look(at: region, in: job.frame)) }
            return answers
          })
      }
    }
  }

  var outcome: RealtimeThread.Outcome { thread.outcome }
  func begin(_ model: LandmarkModel, _ regions: [Region], _ frame: Frame) { work.put(Work(model: model, regions: regions, frame: frame)) }
  func finish() throws(TrackerError) -> [LandmarkModel.Answer] { try done.take()!.get() }
  func stop() {
    work.close()
    thread.join()
  }
}
