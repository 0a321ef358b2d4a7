import ChildPrograms
import Foundation
import GestureFlowAPI

/// The program that reads libcamera's cameras. A camera on the ribbon cable delivers raw sensor data. The code that
/// makes frames of it runs in libcamera, in a separate process.
package struct LibcameraProgram: Sendable, Equatable {
  /// Which of the two programs.
  package enum Kind: String, Sendable, CaseIterable {
    /// Raspberry Pi's own, of rpicam-apps. It knows the modes, exposure and colours of their cameras.
    case rpicam = "rpicam-vid"
    /// libcamera's own, of Debian's libcamera-tools.
    case cam = "cam"
  }

  package let kind: Kind
  package let path: String

  package init(_ kind: Kind, _ path: String) {
    self.kind = kind
    self.path = path
  }

  /// Folders to search if the environment has no PATH.
  private static let folders = "/usr/local/bin:/usr/bin:/bin"

  /// Returns the first of the two that is installed. - Parameter folders: with colons between them; the environment's
  /// if nil.
  package static func installed(in folders: String? = nil) -> LibcameraProgram? {
    let places = (folders ?? ProcessInfo.processInfo.environment["PATH"] ?? Self.folders).split(separator: ":")
    for kind in Kind.allCases {
      for place in places where FileManager.default.isExecutableFile(atPath: "\(place)/\(kind.rawValue)") {
        return LibcameraProgram(kind, "\(place)/\(kind.rawValue)")
      }
    }
    return nil
  }

  /// Arguments for a list of the cameras.
  var listing: [String] { kind == .rpicam ? ["--list-cameras"] : ["--list"] }

  /// Arguments for an endless capture. Each kind writes frames to the pipe that it can use, and the data about each
  /// frame to another one.
  func capture(_ camera: LibcameraCandidate, _ request: V4L2Camera.Request) -> [String] {
    switch kind {
    case .rpicam:
      // Its exposure has two modes; `sport` is the shorter.
      let isShort = request.exposure * Double(request.rate) < 1000
      return [
        "--camera", "\(camera.number)", "--nopreview", "--timeout", "0", "--codec", "yuv420", "--width", "\(request.width)", "--height",
        "\(request.height)", "--framerate", "\(request.rate)", "--exposure", isShort ? "sport" : "normal", "--flush", "--verbose", "2",
        "--metadata", ChildProgram.sidePath, "--metadata-format", "txt", "--output", "-",
      ]
    case .cam:
      return [
        "--camera", camera.id, "--stream", "width=\(request.width),height=\(request.height),pixelformat=YUV420,role=viewfinder", "--info",
        "--monitor", "--capture", "--file=\(ChildProgram.sidePath)",
      ]
    }
  }
}

/// A camera in a program's list.
package struct LibcameraCandidate: Sendable, Equatable {
  /// Number of the camera in the program's list.
  package var number: Int
  /// libcamera's id of the camera, which stays the same. Usually it is the sensor's place in the device tree.
  package var id: String
  /// The sensor's name for people.
  package var model: String

  package init(number: Int, id: String, model: String) {
    self.number = number
    self.id = id
    self.model = model
  }

  /// Parses a camera from a line of the list. cam writes `1: 'imx219' (ID)`, rpicam-vid writes `0 : imx219 [3280x2464
  /// 10-bit RGGB] (ID)`.
  package init?(line: String) {
    guard let colon = line.firstIndex(of: ":"), let number = Int(line[..<colon].trimmingCharacters(in: .whitespaces)),
      let bracket = line.range(of: " (", options: .backwards), bracket.lowerBound > colon, line.hasSuffix(")")
    else { return nil }
    let id = cleaned(String(line[bracket.upperBound...].dropLast()), limit: 256)
    let words = line[line.index(after: colon)..<bracket.lowerBound].prefix { $0 != "[" }.trimmingCharacters(in: .whitespaces)
    let quoted = words.split(separator: "'", omittingEmptySubsequences: false)
    guard !id.isEmpty else { return nil }
    self.init(number: number, id: id, model: cleaned(quoted.count == 3 ? String(quoted[1]) : words, limit: 64))
  }

  /// Returns the camera with this id, sensor or part of an id. Returns the first one if `wanted` is nil.
  package static func choose(_ wanted: String?, from all: [LibcameraCandidate]) -> LibcameraCandidate? {
    guard let wanted else { return all.first }
    return all.first { $0.id == wanted } ?? all.first { $0.model == wanted } ?? all.first { $0.id.contains(wanted) }
  }
}
