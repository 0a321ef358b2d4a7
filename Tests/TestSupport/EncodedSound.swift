import Foundation

/// Sound as ffmpeg encodes it.
public enum EncodedSound {
  /// ffmpeg is not there, or cannot encode this.
  public struct Failure: Error, CustomStringConvertible {
    /// Message of ffmpeg.
    public let description: String
  }

  /// A tone of 440 Hz, 0.125 of full scale, and noise of the same level where `noise` is set.
  /// - Parameters: - options: of the encoding. - ending: which names the container.
  /// - Returns: the file's bytes.
  public static func make(seconds: Double, noise: Bool = false, ending: String = "mp3", _ options: [String]) throws -> Data {
    try Places.withFolder { folder in
      let path = folder.path + "/sound." + ending
      let source =
        noise ? "anoisesrc=duration=\(seconds):amplitude=0.125:sample_rate=44100:seed=1" : "sine=440:duration=\(seconds):sample_rate=44100"
      let run = try ProgramRun.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source] + options + ["-y", path])
      guard run.status == 0 else { throw Failure(description: run.errors) }
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
  }
}
