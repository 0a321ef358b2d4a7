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
    let wanted = name.isEmpty ? "demo" : name
    guard let script = Scripts.named(wanted) else {
      throw ValidationError("there is no script '\(wanted)'; the scripts are \(Scripts.all.map(\.name).joined(separator: ", "))")
    }
    return script
  }
}
