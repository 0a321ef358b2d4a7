import Foundation
import GestureFlowAPI
import Signatures

/// A file of the model runtime: its path and its expected digest.
public struct ModelFile: Sendable {
  /// Path of the file.
  public let path: String
  /// Expected SHA-256 in hexadecimal; nil skips the check.
  public let digest: String?

  /// A file with an expected SHA-256. Nil allows any content.
  public init(path: String, digest: String? = nil) {
    self.path = path
    self.digest = digest
  }

  /// Last component of the path.
  public var name: String { (path as NSString).lastPathComponent }

  /// Reads the whole file and compares its SHA-256.
  /// - Throws: `TrackerError.missing`, or `.damaged` if it cannot be read or has another digest.
  public func verify() throws(Failure) {
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(model: path) }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
      throw .damaged(model: path, "it cannot be read")
    }
    guard let digest else { return }
    let actual = SHA256.text(data)
    if actual != digest { throw .damaged(model: path, "SHA-256 \(actual.prefix(12))… instead of \(digest.prefix(12))…") }
  }
}

/// The folder that `make setup` fills: the runtime's library, the models, and `SHA256SUMS`.
public struct ModelFolder: Sendable {
  /// Path of the folder.
  public let path: String
  private let digests: [String: String]

  /// A folder with the digests of its `SHA256SUMS`. A file without an entry there is not checked.
  public init(path: String) {
    self.path = path
    var digests: [String: String] = [:]
    let sums = (try? String(contentsOfFile: path + "/SHA256SUMS", encoding: .utf8)) ?? ""
    for line in sums.split(separator: "\n") {
      let words = line.split(separator: " ")
      // sha256sum marks the names of binary files with a star.
      if words.count == 2 { digests[String(words[1].trimmingPrefix("*"))] = String(words[0]) }
    }
    self.digests = digests
  }

  /// Returns the model folder of this machine.
  /// It is the first of: `GESTUREFLOW_RUNTIME`, `.runtime/ARCHITECTURE` beside the working folder or the program or
  /// above them, `/usr/lib/gestureflow`.
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

  /// The library of LiteRT.
  public var library: ModelFile { file("libLiteRt.so") }
  /// Returns the model that finds 21 landmarks in a region. `scripts/models` makes it.
  public func landmarks(_ size: ModelSize) -> ModelFile {
    switch size {
    case .float: file("hand_landmark_exact.tflite")
    case .int8: file("hand_landmark_int8.tflite")
    case .lite: file("hand_landmark_lite_exact.tflite")
    }
  }
  /// Returns the model that finds palms in a whole frame. `float` and `int8` share one.
  public func palms(_ size: ModelSize) -> ModelFile { file("palm_detection_\(size == .lite ? "lite" : "full").tflite") }

  private func file(_ name: String) -> ModelFile { ModelFile(path: path + "/" + name, digest: digests[name]) }
}

/// The landmark model to use.
///
/// - `float` is MediaPipe's full model without its unused parts: `hand_landmark_exact.tflite`.
/// - `int8` is the same with most of its layers in 8-bit integers: `hand_landmark_int8.tflite`.
/// - `lite` is MediaPipe's smaller model without its unused parts: `hand_landmark_lite_exact.tflite`.
///
/// `lite` searches palms with `palm_detection_lite.tflite`, the others with `palm_detection_full.tflite`.
public enum ModelSize: String, Sendable, CaseIterable {
  case float, int8, lite

  /// The old words of `float` and `int8`, each with the new one. Configurations and sessions may still have them.
  public static let oldWords = ["exact": "float", "full": "int8"]

  /// The model of a word, new or old. Nil for any other word.
  public init?(word: String) { self.init(rawValue: Self.oldWords[word] ?? word) }

  /// Whether the model computes in floats. Such a model can run in half precision, which would make an 8-bit model
  /// slower.
  var isFloat: Bool { self != .int8 }

  /// Least width of the next square, in widths of the knuckle row. 0 keeps MediaPipe's own square, however tight.
  ///
  /// `lite` fails in a tight square. In a square 0.92 times as wide as it should be, it reads curled fingers as half
  /// open and the palm as shorter.
  /// The next square follows from these landmarks and is as tight again, so a closed pinch or a fist never recovers.
  ///
  /// The following was measured on the performer's closed pinch, mirrored as the box sees it.
  /// The squares of `lite` were 0.89 times as wide as those of the full model (2.7 rows of knuckles instead of 3.3).
  /// `lite` read the middle, ring and little tips 1.0 to 1.5 hand sizes from the wrist, at another place in each frame.
  /// The full model reads 0.83 to 0.90.
  /// `lite` read the thumb and index tips 0.19 to 0.34 apart. The full model reads 0.07 to 0.13.
  /// In the full model's squares `lite` reads all of this correctly. With this least width it reads 0.77 to 0.85 and
  /// 0.03 to 0.11; every value from 3.2 to 3.8 works.
  ///
  /// MediaPipe's own squares of real hands are seldom tighter. They are 3.4 to 4.5 rows wide on photos of counting
  /// hands and 3.9 to 5.2 on `dexret_hand` (10th and 90th percentile). The performer's open hand has 4.1.
  var leastOfKnuckles: Float { self == .lite ? 3.5 : 0 }
}
