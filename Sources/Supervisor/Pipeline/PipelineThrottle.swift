import Camera
import Foundation
import GestureFlowAPI

extension HandsPipeline {
  /// Reduces frames or palm searches on a slow machine. It adds them again when the machine keeps up.
  func govern(_ reader: inout Reader, _ frame: Frame, hands: Int) {
    reader.hands = hands
    guard let tracker else { return }
    let frames = reader.framePace.judge(cpu: tracker.criticalPath, index: frame.index, time: frame.time, hands: hands)
    let searches = reader.searchPace.judge(cpu: tracker.searchWork)
    guard frames != nil || searches != nil else { return }
    if let frames, frames.step > reader.slowestTold {
      reader.slowestTold = frames.step
      tell("\(frames)")
    }
    if let searches {
      tracker.limit(searches: searches.most)
      tell("\(searches)")
    }
    let parts = [
      reader.framePace.step > 1 ? FramePace.words(reader.framePace.step) : nil,
      reader.searchPace.most.map { "at most \($0.rounded(digits: 1)) palm searches a second without hands" },
    ].compactMap { $0 }
    known.withLock { $0.saving = parts.isEmpty ? nil : parts.joined(separator: ", ") }
  }
}
