import ArgumentParser
import Camera
import Lab
import SyntheticHands

/// The film sources of gflab's commands.
enum LabSource {
  /// Default frame rate of the performer's camera, in frames a second.
  static let usualRate = 30.0

  /// Checks the frame rate.
  /// - Throws: an error with the valid range of --rate.
  static func check(rate: Double) throws {
    guard (5...60).contains(rate) else { throw ValidationError("--rate takes 5 to 60 frames per second, not \(rate)") }
  }

  /// Opens a film or a script.
  /// - Parameter rate: frames a second of the performer's camera; a film has its own.
  static func open(_ film: String, orientation: Frame.Orientation, rate: Double = usualRate) throws -> any FrameSource {
    guard film.hasPrefix("performer") else { return try FilmFile(film, pace: .asFastAsPossible, orientation: orientation) }
    let script = try script(String(film.dropFirst("performer:".count)))
    return VirtualPerformer(script, rate: rate, live: false, seconds: script.duration, orientation: orientation)
  }

  static func script(_ name: String) throws -> Choreography {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let wanted = name.isEmpty ? "demo" : String(parts[0])
    let piece = wanted.contains("/") ? try WrittenPiece(file: wanted).performed().script : nil
    guard var script = piece ?? Scripts.named(wanted) else {
      throw ValidationError("the script '\(wanted)' does not exist; choose one of \(Scripts.all.map(\.name).joined(separator: ", "))")
    }
    if parts.count == 2 {
      guard let take = UInt64(parts[1]) else { throw ValidationError("a take is a number from 0 on, not '\(parts[1])'") }
      script.scenery.take = take
    }
    return script
  }
}
