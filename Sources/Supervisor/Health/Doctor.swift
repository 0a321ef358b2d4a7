import Camera
import CRealtime
import Foundation
import HandTracking
import Realtime
import Sound

/// Looks at everything a run needs. Each finding that is not good says what to do.
public enum Doctor {
  public struct Finding: Sendable {
    public var part: String
    public var result: BootLog.Result
    public var text: String
  }

  public static func examine(_ models: ModelFolder = .standard(), camera: String = "/dev/video0") -> [Finding] {
    [runtime(models), camera_(camera), sound(), ffmpeg(), realtime(), memory()]
  }

  private static func runtime(_ folder: ModelFolder) -> Finding {
    do {
      let models = try TrackerModels(folder, size: .full, parallel: false)
      _ = try TrackerModels(folder, size: .lite, parallel: false)
      _ = models
      return Finding(part: "models", result: .ok, text: folder.path)
    } catch { return Finding(part: "models", result: .fail, text: "\(error)") }
  }

  private static func camera_(_ path: String) -> Finding {
    let camera = V4L2Camera(path)
    defer { camera.close() }
    do throws(CameraError) {
      try camera.open()
      let format = camera.format.map { "\($0.width)x\($0.height) \($0.fourcc) at \(Int($0.rate)) a second" } ?? ""
      return Finding(part: "camera", result: .ok, text: "\(camera.name) \(format)")
    } catch { return Finding(part: "camera", result: .warn, text: "\(error)") }
  }

  private static func sound() -> Finding {
    let card = ALSACard(nil)
    defer { card.close() }
    do throws(SinkError) {
      let grant = try card.open()
      return Finding(
        part: "sound card", result: .ok, text: "\(grant.name), \(grant.format), \(grant.period) x \(grant.buffer / grant.period) frames")
    } catch { return Finding(part: "sound card", result: .warn, text: error.description) }
  }

  private static func ffmpeg() -> Finding {
    let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    if let place = places.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg") }) {
      return Finding(part: "ffmpeg", result: .ok, text: "\(place)/ffmpeg")
    }
    return Finding(part: "ffmpeg", result: .warn, text: "not there, so films cannot be played: sudo apt-get install ffmpeg")
  }

  private static func realtime() -> Finding {
    do {
      let thread = try RealtimeThread(.init(name: "gf-doctor", core: 3, priority: 80)) {}
      thread.join()
      if let refusal = thread.outcome.refusal { return Finding(part: "real time", result: .warn, text: refusal) }
      return Finding(part: "real time", result: .ok, text: "SCHED_FIFO 80 granted, \(gf_core_count()) cores")
    } catch { return Finding(part: "real time", result: .fail, text: "\(error)") }
  }

  private static func memory() -> Finding {
    if let problem = lockMemory() { return Finding(part: "memory", result: .warn, text: "it cannot be locked: \(problem)") }
    return Finding(part: "memory", result: .ok, text: "can be locked")
  }
}
