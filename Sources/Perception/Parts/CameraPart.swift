import Camera
import Foundation
import GestureFlowAPI
import Realtime
import Settings

/// The camera and its two threads.
package final class CameraPart: Component {
  package let name = "camera"
  /// Pauses between tries. A device is polled often. A film that cannot be played will probably stay so, and each try
  /// starts a process, so its pauses grow.
  package let patience: BackOff
  private let settings: RunSettings
  private let request: V4L2Camera.Request
  private let orientation: Frame.Orientation
  private let log: BootLog
  private let onEnd: @Sendable () -> Void
  private let workers: @Sendable () -> () -> FrameWorker?
  /// Published by the thread that starts and stops the part.
  private let state: Published<State>

  private struct State {
    var source: (any FrameSource)?
    var loop: CameraLoop?
    /// Error of the first try to find the camera.
    var first: CameraError?
    /// Whether the camera's presence is unknown. It becomes known with the first frame, or when the camera is
    /// reported missing.
    var isAsked = false
  }

  /// - Parameters:
  ///   - source: replaces the camera of the settings until the part is stopped. Tests give a double.
  ///   - workers: called on the thread of the hands. The function that it returns is called there for each frame.
  package init(
    _ settings: RunSettings, request: V4L2Camera.Request, orientation: Frame.Orientation = .player, log: BootLog,
    source: (any FrameSource)? = nil,
    workers: @escaping @Sendable () -> () -> FrameWorker?, onEnd: @escaping @Sendable () -> Void
  ) {
    self.settings = settings
    patience = if case .film = settings.camera { BackOff() } else { .device }
    self.request = request
    self.orientation = orientation
    self.log = log
    self.workers = workers
    self.onEnd = onEnd
    state = Published(State(source: source))
  }

  package var source: (any FrameSource)? { state.now.source }
  package var loop: CameraLoop? { state.now.loop }

  /// Opens the camera. So a wrong film is reported before anything runs.
  /// - Throws: `CameraError` for a film that cannot be played.
  package func open() throws {
    guard source == nil else { return }
    let choice = settings.camera ?? .auto
    if settings.isAppliance, let camera = choice.device(request: request, orientation: orientation) {
      var (first, isAsked): (CameraError?, Bool) = (nil, false)
      do throws(CameraError) { isAsked = try !camera.begin() } catch { first = error }
      // The camera loop continues to look for it.
      state.change { ($0.first, $0.isAsked, $0.source) = (first, isAsked, camera) }
      return
    }
    do {
      let source = try choice.open(live: !settings.freeRunning, seconds: settings.seconds, request: request, orientation: orientation)
      state.change { $0.source = source }
    } catch let error as CameraError {
      if case .film = error { throw error }
      log.part("camera", .warn, "\(error)")
      log.part("camera", .ok, "using the synthetic hands instead")
      let performer = try CameraChoice.performer("demo").open(live: !settings.freeRunning, seconds: settings.seconds)
      state.change { $0.source = performer }
    }
  }

  package func start() throws(Failure) {
    do { try open() } catch let error as CameraError {
      guard case .film = error else { throw Failure(part: error.failure) }
      throw Failure("\(error)", remedy: "put the film there, or run gfctl config set camera.source auto")
    } catch { throw Failure(part: error) }
    guard let source else { return }
    let loop = CameraLoop(source, log: log, problem: state.now.first, onEnd: onEnd)
    do { try loop.start(workers) } catch { throw Failure("its threads cannot be started (\(error))", remedy: "close other programs") }
    state.change { $0.loop = loop }
  }

  package func stop() {
    loop?.stop()
    state.change {
      $0.loop = nil
      $0.source = nil
    }
  }

  package var condition: Condition {
    guard let loop else { return .running }
    guard let problem = loop.problem else {
      return loop.framesReceived == 0 && state.now.isAsked ? .starting : .running
    }
    return .lost(Failure(part: problem.failure))
  }
  package var summary: String { source?.name ?? "" }
}
