import Camera
import Foundation
import Realtime

/// The camera and the two threads behind it.
final class CameraPart: Component, @unchecked Sendable {
  let name = "camera"
  let patience = BackOff.device
  private let settings: RunSettings
  private let wish: V4L2Camera.Wish
  private let log: BootLog
  private let onEnd: @Sendable () -> Void
  private let tracker: @Sendable () -> Performance?
  private let lock = NSLock()
  private var sourceNow: (any FrameSource)?
  private var loopNow: CameraLoop?
  private var first: CameraError?

  init(
    _ settings: RunSettings, wish: V4L2Camera.Wish, log: BootLog, tracker: @escaping @Sendable () -> Performance?,
    onEnd: @escaping @Sendable () -> Void
  ) {
    self.settings = settings
    self.wish = wish
    self.log = log
    self.tracker = tracker
    self.onEnd = onEnd
  }

  var source: (any FrameSource)? { lock.withLock { sourceNow } }
  var loop: CameraLoop? { lock.withLock { loopNow } }

  /// Opens the camera, so that a wrong film is told before anything runs. - Throws: `CameraError` for a film that cannot be played.
  func open() throws {
    guard source == nil else { return }
    let choice = settings.camera ?? .v4l2("auto")
    do {
      let source = try choice.open(live: !settings.freeRunning, seconds: settings.seconds, wish: wish)
      lock.withLock { sourceNow = source }
    } catch let error as CameraError {
      if case .film = error { throw error }
      if settings.isAppliance, case .v4l2(let path) = choice {
        // Its loop goes on looking for it.
        lock.withLock {
          first = error
          sourceNow = V4L2Camera(path, wish: wish)
        }
        return
      }
      log.part("camera", .warn, "\(error)")
      log.part("camera", .ok, "the virtual performer plays instead")
      let performer = try CameraChoice.performer("demo").open(live: !settings.freeRunning, seconds: settings.seconds)
      lock.withLock { sourceNow = performer }
    }
  }

  func start() throws(PartFailure) {
    do { try open() } catch let error as CameraError {
      guard case .film = error else { throw PartFailure(sentence: "\(error)") }
      throw PartFailure("\(error)", remedy: "put the film there, or gfctl config set camera.source auto")
    } catch { throw PartFailure(sentence: "\(error)") }
    guard let source else { return }
    let loop = CameraLoop(source, log: log, problem: lock.withLock { first }, onEnd: onEnd)
    do { try loop.start(tracker) } catch { throw PartFailure("its threads cannot be started (\(error))", remedy: "close other programs") }
    lock.withLock { loopNow = loop }
  }

  func stop() {
    loop?.stop()
    lock.withLock {
      loopNow = nil
      sourceNow = nil
    }
  }

  var condition: Condition {
    guard let loop, let problem = loop.problem else { return .running }
    return .lost(PartFailure(sentence: problem.description))
  }
  var summary: String { source?.name ?? "" }
}
