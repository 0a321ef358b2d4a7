import Synchronization

/// Status of a camera for other threads. They can read it while the camera's thread waits for a frame.
final class CameraFacts: Sendable {
  private let state = Mutex(State())

  private struct State {
    var card = ""
    var path = ""
    var format: VideoFormat?
    var dropped = 0
    var damage = FrameDamage()
  }

  var card: String { state.withLock { $0.card } }
  var path: String { state.withLock { $0.path } }
  var format: VideoFormat? { state.withLock { $0.format } }
  var dropped: Int { state.withLock { $0.dropped } }
  var damage: FrameDamage { state.withLock { $0.damage } }

  func opened(card: String, path: String, format: VideoFormat) {
    state.withLock {
      $0.card = card
      $0.path = path
      $0.format = format
    }
  }

  /// Records that frames have another size than the granted one.
  func resized(width: Int, height: Int) {
    state.withLock {
      $0.format?.width = width
      $0.format?.height = height
    }
  }

  func dropped(_ count: Int) { state.withLock { $0.dropped += count } }
  func warned() { state.withLock { $0.damage.warned += 1 } }
  func refused() {
    state.withLock {
      $0.damage.refused += 1
      $0.dropped += 1
    }
  }
}
