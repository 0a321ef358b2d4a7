import Camera
import Foundation
import GestureFlowAPI

extension HandsPipeline {
  /// Reduces frames or palm searches on a slow machine. It adds them again when the machine keeps up.
  func govern(_ throttle: inout Throttle, _ frame: Frame, hands: Int) {
    throttle.hands = hands
    guard let tracker else { return }
    let frames = throttle.framePace.judge(cpu: tracker.criticalPath, index: frame.index, time: frame.time, hands: hands)
    let searches = throttle.searchPace.judge(cpu: tracker.searchWork)
    guard frames != nil || searches != nil else { return }
    if let frames, frames.step > throttle.slowestReported {
      throttle.slowestReported = frames.step
      log.notice("\(frames)")
    }
    if let searches {
      tracker.limit(searches: searches.most)
      log.notice("\(searches)")
    }
    let parts = [
      throttle.framePace.step > 1 ? FramePace.words(throttle.framePace.step) : nil,
      throttle.searchPace.most.map { "at most \($0.rounded(digits: 1)) palm searches a second without hands" },
    ].compactMap { $0 }
    known.withLock { $0.saving = parts.isEmpty ? nil : parts.joined(separator: ", ") }
  }
}
