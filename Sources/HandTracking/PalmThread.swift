import Camera
import Foundation
import Realtime

/// Searches palms on a thread of its own, so that a search never holds up the hands that are tracked.
final class PalmThread: @unchecked Sendable {
  private let frames = Mailbox<Frame>()
  private let found = Mailbox<[Palm]>()
  private let thread: RealtimeThread

  init(_ models: TrackerModels) throws {
    thread = try RealtimeThread(.init(name: "gf-palms", core: 1, priority: 0)) { [frames, found] in
      while let frame = frames.take() {
        // A search that fails finds nothing; the tracker's own thread meets the same error and reports it.
        if let palms = try? models.findPalms(in: frame) { found.put(palms) }
      }
    }
  }

  var outcome: RealtimeThread.Outcome { thread.outcome }
  func look(at frame: Frame) { frames.put(frame) }
  /// What the last search found, once.
  func takeFound() -> [Palm] { found.takeIfThere() ?? [] }
  func stop() {
    frames.close()
    thread.join()
  }
}
