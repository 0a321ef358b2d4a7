import Foundation
import Synchronization

/// Sound that ffmpeg encodes.
public enum EncodedSound {
  /// An error: ffmpeg does not exist or cannot encode this.
  public struct Failure: Error, CustomStringConvertible {
    /// Message of ffmpeg.
    public let description: String
  }

  /// The sounds that ffmpeg has made.
  private static let made = Mutex<[String: Data]>([:])

  /// Returns an encoded tone of 440 Hz at 0.125 of full scale. With `noise` set it is noise of the same level
  /// instead. ffmpeg makes each sound once.
  /// - Parameters:
  ///   - ending: file name ending that gives the container.
  ///   - options: of the encoding.
  /// - Returns: the file's bytes.
  public static func make(seconds: Double, noise: Bool = false, ending: String = "mp3", _ options: [String]) throws -> Data {
    let source =
      noise ? "anoisesrc=duration=\(seconds):amplitude=0.125:sample_rate=44100:seed=1" : "sine=440:duration=\(seconds):sample_rate=44100"
    let key = ([source, ending] + options).joined(separator: " ")
    if let known = made.withLock({ $0[key] }) { return known }
    let data: Data = try Places.withFolder { folder in
      let path = folder.path + "/sound." + ending
      let run = try ProgramRun.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source] + options + ["-y", path])
      guard run.status == 0 else { throw Failure(description: run.errors) }
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    made.withLock { $0[key] = data }
    return data
  }
}
