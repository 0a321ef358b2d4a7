import Camera
import CRealtime
import Foundation
import GestureFlowAPI
import HandTracking
import Perception
import Realtime
import Settings
import Sound

/// Checks on this machine what a run would open. It does not need a running box, and finds what is not installed, not
/// plugged in or not allowed. `gfctl doctor` checks a running box; the two share no checks.
public enum Preflight {
  /// Opens each resource and closes it again.
  /// - Parameters:
  ///   - models: folder of the runtime and its models.
  ///   - camera: the device.
  public static func findings(_ models: ModelFolder = .standard(), camera: String = "/dev/video0") -> [Finding] {
    [board(), runtime(models), camera_(camera), libcamera(), sound(), ffmpeg(), realtime(), memory()]
  }

  private static func board() -> Finding {
    let defaults = BoardDefaults(.this)
    return Finding(
      "board", .good, "\(Board.this.name); auto asks the camera for \(defaults.cameraRate) frames a second: \(defaults.reason)")
  }

  private static func runtime(_ folder: ModelFolder) -> Finding {
    do {
      for size in ModelSize.allCases { _ = try TrackerModels(folder, size: size, parallel: false) }
      let choice = ModelChoice(.auto)
      return Finding("models", .good, "\(folder.path); auto takes \(choice.size.rawValue): \(choice.reason)")
    } catch { return Finding("models", .fail, "\(error)") }
  }

  private static func camera_(_ path: String) -> Finding {
    let camera = V4L2Camera(path)
    defer { camera.close() }
    do throws(CameraError) {
      try camera.open()
      let format = camera.format.map { "\($0.width)x\($0.height) \($0.fourcc) at \(Int($0.rate)) a second" } ?? ""
      return Finding("open camera", .good, "\(camera.name) \(format)")
    } catch { return Finding("open camera", .warn, "\(error)") }
  }

  private static func libcamera() -> Finding {
    guard let tool = LibcameraProgram.installed() else {
      return Finding("libcamera", .good, "rpicam-vid and cam are missing; only a camera on a ribbon cable needs one")
    }
    let camera = LibcameraCamera(nil)
    defer { camera.close() }
    do throws(CameraError) {
      try camera.open()
      return Finding("libcamera", .good, "\(tool.path) lists a camera")
    } catch {
      if case .notListed = error { return Finding("libcamera", .good, "\(tool.path) lists no camera") }
      return Finding("libcamera", .warn, "\(error)")
    }
  }

  private static func sound() -> Finding {
    let card = ALSACard(nil)
    defer { card.close() }
    do throws(Failure) {
      let grant = try card.open()
      return Finding("open card", .good, "\(grant.name), \(grant.format), \(grant.period) x \(grant.buffer / grant.period) frames")
    } catch { return Finding("open card", .warn, error.description) }
  }

  private static func ffmpeg() -> Finding {
    let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    if let place = places.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg") }) {
      return Finding("ffmpeg", .good, "\(place)/ffmpeg")
    }
    return Finding("ffmpeg", .warn, "ffmpeg is missing, so films cannot be played: run sudo apt-get install ffmpeg")
  }

  private static func realtime() -> Finding {
    do {
      let thread = try RealtimeThread(.init(name: "gf-preflight", core: 3, priority: 80)) {}
      thread.join()
      if let refusal = thread.outcome.refusal { return Finding("FIFO thread", .warn, refusal) }
      return Finding("FIFO thread", .good, "SCHED_FIFO 80 granted, \(gf_core_count()) cores")
    } catch { return Finding("FIFO thread", .fail, "\(error)") }
  }

  private static func memory() -> Finding {
    if let problem = lockMemory() { return Finding("lock memory", .warn, "it cannot be locked: \(problem)") }
    return Finding("lock memory", .good, "can be locked")
  }
}
