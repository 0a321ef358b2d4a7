import Crypto
import Foundation

/// A file of the model runtime: where it lies and what it must be.
public struct ModelFile: Sendable {
  /// Where it lies.
  public let path: String
  /// Expected SHA-256 in hexadecimal; nil is not checked.
  public let digest: String?

  /// A file that must have this SHA-256, or any content if it is nil.
  public init(path: String, digest: String? = nil) {
    self.path = path
    self.digest = digest
  }

  /// The path's last part.
  public var name: String { (path as NSString).lastPathComponent }

  /// Reads the whole file and compares its SHA-256.
  /// - Throws: `TrackerError.missing`, or `.damaged` if it cannot be read or is another file.
  public func verify() throws(TrackerError) {
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
      throw .damaged(path: path, reason: "it cannot be read")
    }
    guard let digest else { return }
    let actual = SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
    if actual != digest { throw .damaged(path: path, reason: "SHA-256 \(actual.prefix(12))… instead of \(digest.prefix(12))…") }
  }
}

/// The folder that `make setup` fills: the runtime's library, the models, and `SHA256SUMS`.
public struct ModelFolder: Sendable {
  /// Where it lies.
  public let path: String
  private let digests: [String: String]

  /// A folder with the digests of its `SHA256SUMS`; a file that is not in there is not checked.
  public init(path: String) {
    self.path = path
    var digests: [String: String] = [:]
    let sums = (try? String(contentsOfFile: path + "/SHA256SUMS", encoding: .utf8)) ?? ""
    for line in sums.split(separator: "\n") {
      let words = line.split(separator: " ")
      // sha256sum marks files that it read as binary with a star.
      if words.count == 2 { digests[String(words[1].trimmingPrefix("*"))] = String(words[0]) }
    }
    self.digests = digests
  }

  /// The first of: `GESTUREFLOW_RUNTIME`, `.runtime/ARCHITECTURE` beside the program or above it, `/usr/lib/gestureflow`.
  public static func standard() -> ModelFolder {
    if let named = ProcessInfo.processInfo.environment["GESTUREFLOW_RUNTIME"] { return ModelFolder(path: named) }
    #if arch(arm64)
      let architecture = "aarch64"
    #else
      let architecture = "x86_64"
    #endif
    var starts = [FileManager.default.currentDirectoryPath]
    if let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { starts.append(program) }
    for start in starts {
      var folder = URL(fileURLWithPath: start)
      while folder.path != "/" {
        let candidate = folder.appendingPathComponent(".runtime/\(architecture)").path
        if FileManager.default.fileExists(atPath: candidate) { return ModelFolder(path: candidate) }
        folder.deleteLastPathComponent()
      }
    }
    return ModelFolder(path: "/usr/lib/gestureflow")
  }

  /// LiteRT itself.
  public var library: ModelFile { file("libLiteRt.so") }
  /// The model that finds 21 landmarks in a region, as `scripts/models` makes it.
  public func landmarks(_ size: ModelSize) -> ModelFile {
    switch size {
    case .exact: file("hand_landmark_exact.tflite")
    case .full: file("hand_landmark_int8.tflite")
    case .lite: file("hand_landmark_lite_exact.tflite")
    }
  }
  /// The model that finds palms in a whole picture; `exact` and `full` share one.
  public func palms(_ size: ModelSize) -> ModelFile { file("palm_detection_\(size == .lite ? "lite" : "full").tflite") }

  private func file(_ name: String) -> ModelFile { ModelFile(path: path + "/" + name, digest: digests[name]) }
}

/// Which landmark model: MediaPipe's full one without its dead parts (`exact`), the same with most of its layers in 8-bit numbers (`full`), or MediaPipe's smaller
/// one without its dead parts (`lite`).
public enum ModelSize: String, Sendable, CaseIterable {
  case exact, full, lite

  /// Its numbers are floats, so that it can run in half precision; one in 8-bit numbers becomes slower by that.
  var isFloat: Bool { self != .full }

  /// The square of a hand in the next frame is at least so many times as wide as its row of knuckles; 0 is MediaPipe's own square, however tight.
  ///
  /// `lite` does not bear a tight square. In one that is 0.92 times as wide as it should be it takes curled fingers for half open ones and the palm for shorter; of landmarks read so the next square is as
  /// tight again, and a closed pinch or a fist never comes out of that. On the performer's closed pinch, mirrored as the box sees it, its squares were 0.89 times as wide as those of the full model, 2.7
  /// rows of knuckles for 3.3, and it read middle, ring and little tip 1.0 to 1.5 hand sizes from the wrist, elsewhere in each frame, and thumb and index tip 0.19 to 0.34 apart (full: 0.83 to 0.90, 0.07 to
  /// 0.13). In the full model's squares it reads all that right, and with this least width 0.77 to 0.85 and 0.03 to 0.11; with any from 3.2 to 3.8 it does. MediaPipe's
  /// own squares of real hands are seldom tighter: 3.4 to 4.5 rows wide on photos of counting hands, 3.9 to 5.2 on `dexret_hand` (10 and 90 of 100); of the performer's open hand 4.1.
  var leastOfKnuckles: Float { self == .lite ? 3.5 : 0 }
}
