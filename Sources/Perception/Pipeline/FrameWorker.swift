import Camera
import GestureFlowAPI
import HandTracking
import Hands

/// Processes a pipeline's frames on one thread.
///
/// On a machine that is too slow `auto` skips some frames, or reduces the palm searches. It adds them again when the
/// machine keeps up.
public final class FrameWorker {
  /// The pipeline, which any thread may use.
  public let pipeline: HandsPipeline
  private let tracker: (any HandFinder)?
  private var framePace = FramePace()
  private var searchPace: SearchPace
  /// Number of hands in the last processed frame.
  private var hands = 0
  /// Largest step that was logged. The pace changes often, with the number of hands, so a step is logged only when it
  /// is a new maximum.
  private var slowestReported = 1
  /// Why the tracker failed at the last frame; nil after a success.
  private var failure: Failure?

  init(_ pipeline: HandsPipeline, searches: Double?) {
    self.pipeline = pipeline
    tracker = pipeline.tracker
    failure = pipeline.failure
    searchPace = SearchPace(limit: searches)
  }

  /// Processes one frame. `gf-control` sets the controls soon.
  public func process(_ frame: Frame) {
    guard let tracker else { return pipeline.controls.post(replayed: frame, for: pipeline) }
    if pipeline.isAuto, !framePace.takes(frame.index, hands: hands) { return }
    if frame.decodeTime > 0 { pipeline.decodeTimes.record(frame.decodeTime) }
    let found: HandFrame
    do throws(Failure) { found = try tracker.process(frame) } catch {
      report(error)
      // No hand is visible and the failure may last: presence follows the clock.
      return pipeline.noFrame(at: frame.time)
    }
    report(nil)
    if pipeline.isAuto { adapt(to: frame, hands: found.hands.count, tracker) }
    pipeline.controls.post(found, of: frame, for: pipeline)
  }

  private func report(_ new: Failure?) {
    guard new != failure else { return }
    failure = new
    pipeline.publish(failure: new)
  }

  /// Reduces or adds frames and palm searches after a frame.
  private func adapt(to frame: Frame, hands: Int, _ tracker: any HandFinder) {
    self.hands = hands
    var frames = framePace.judge(cpu: tracker.criticalPath, index: frame.index, time: frame.time, hands: hands)
    let searches = searchPace.judge(cpu: tracker.searchWork)
    guard frames != nil || searches != nil else { return }
    if let step = frames?.step, step > slowestReported { slowestReported = step } else { frames = nil }
    if let searches { tracker.limit(searches: searches.most) }
    pipeline.publish(saving: saving, [frames?.description, searches?.description].compactMap { $0 })
  }

  /// Work that the box skips, in words; nil for none.
  private var saving: String? {
    let parts = [
      framePace.step > 1 ? FramePace.words(framePace.step) : nil,
      searchPace.most.map { "at most \($0.rounded(digits: 1)) palm searches a second without hands" },
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
