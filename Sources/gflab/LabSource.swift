import ArgumentParser
import Camera
import Performer

/// What gflab's commands take for a film.
enum LabSource {
  static func open(_ film: String, orientation: Frame.Orientation) throws -> any FrameSource {
    guard film.hasPrefix("performer") else { return try FilmFile(film, pace: .asFastAsPossible, orientation: orientation) }
    let script = try script(String(film.dropFirst("performer:".count)))
    return VirtualPerformer(script, live: false, seconds: script.duration, orientation: orientation)
  }

  static func script(_ name: String) throws -> Choreography {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let wanted = name.isEmpty ? "demo" : String(parts[0])
    guard var script = Scripts.named(wanted) else {
      throw ValidationError("there is no script '\(wanted)'; the scripts are \(Scripts.all.map(\.name).joined(separator: ", "))")
    }
    if parts.count == 2 {
      guard let take = UInt64(parts[1]) else { throw ValidationError("a take is a number from 0 on, not '\(parts[1])'") }
      script.stage.take = take
    }
    return script
  }
}
