import Realtime

/// Status of a camera for other threads. They can read it while the camera's thread waits for a frame.
final class CameraFacts: Sendable {
  private let state = Published(State())

  private struct State {
    var card = ""
    var path = ""
    var format: VideoFormat?
    var dropped = 0
    var damage = FrameDamage()
  }

  var card: String { state.now.card }
  var path: String { state.now.path }
  var format: VideoFormat? { state.now.format }
  var dropped: Int { state.now.dropped }
  var damage: FrameDamage { state.now.damage }

  func opened(card: String, path: String, format: VideoFormat) {
    state.change {
      $0.card = card
      $0.path = path
      $0.format = format
    }
  }

  /// Records that frames have another size than the granted one.
  func resized(width: Int, height: Int) {
    state.change {
      $0.format?.width = width
      $0.format?.height = height
    }
  }

  func dropped(_ count: Int) { state.change { $0.dropped += count } }
  func warned() { state.change { $0.damage.warned += 1 } }
  func refused() {
    state.change {
      $0.damage.refused += 1
      $0.dropped += 1
    }
  }
}
