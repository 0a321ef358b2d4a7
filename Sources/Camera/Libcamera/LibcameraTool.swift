import ChildPrograms
import Foundation
import GestureFlowAPI

/// The program through which libcamera's cameras are read. A camera on the ribbon cable delivers raw sensor data; what makes pictures of it runs in
/// libcamera, in a process of its own.
package struct LibcameraTool: Sendable, Equatable {
  /// Which of the two.
  package enum Kind: String, Sendable, CaseIterable {
    /// Raspberry Pi's own, of rpicam-apps: knows their cameras' modes, exposure and colours.
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

  /// Where programs are looked for when nothing says it.
  private static let folders = "/usr/local/bin:/usr/bin:/bin"

  /// The first of the two that is installed. - Parameter folders: with colons between them; the environment's if nil.
  package static func installed(in folders: String? = nil) -> LibcameraTool? {
    let places = (folders ?? ProcessInfo.processInfo.environment["PATH"] ?? Self.folders).split(separator: ":")
    for kind in Kind.allCases {
      for place in places where FileManager.default.isExecutableFile(atPath: "\(place)/\(kind.rawValue)") {
        return LibcameraTool(kind, "\(place)/\(kind.rawValue)")
      }
    }
    return nil
  }

  /// Arguments for a list of the cameras.
  var listing: [String] { kind == .rpicam ? ["--list-cameras"] : ["--list"] }

  /// Arguments for pictures without end: they go to where each kind has room for them, what belongs to each is told beside them.
  func capture(_ camera: LibcameraCandidate, _ wish: V4L2Camera.Wish) -> [String] {
    switch kind {
    case .rpicam:
      // Its exposure has two tempers; the one for sports is the shorter.
      let isShort = wish.exposure * Double(wish.rate) < 1000
      return [
        "--camera", "\(camera.number)", "--nopreview", "--timeout", "0", "--codec", "yuv420", "--width", "\(wish.width)", "--height",
        "\(wish.height)", "--framerate", "\(wish.rate)", "--exposure", isShort ? "sport" : "normal", "--flush", "--verbose", "2",
        "--metadata", ChildProgram.sidePath, "--metadata-format", "txt", "--output", "-",
      ]
    case .cam:
      return [
        "--camera", camera.id, "--stream", "width=\(wish.width),height=\(wish.height),pixelformat=YUV420,role=viewfinder", "--info",
        "--monitor", "--capture", "--file=\(ChildProgram.sidePath)",
      ]
    }
  }
}

/// A camera in a program's list.
package struct LibcameraCandidate: Sendable, Equatable {
  /// As the program counts.
  package var number: Int
  /// libcamera's own name of it, which stays the same: the sensor's place in the device tree, as a rule.
  package var id: String
  /// The sensor's name, for people.
  package var model: String

  package init(number: Int, id: String, model: String) {
    self.number = number
    self.id = id
    self.model = model
  }

  /// The camera that a list's line tells of: `1: 'imx219' (ID)` of cam, `0 : imx219 [3280x2464 10-bit RGGB] (ID)` of rpicam-vid.
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

  /// The camera that a configuration's word means: by its id, by its sensor, or by a part of its id; the first one if there is no word.
  package static func choose(_ wanted: String?, from all: [LibcameraCandidate]) -> LibcameraCandidate? {
    guard let wanted else { return all.first }
    return all.first { $0.id == wanted } ?? all.first { $0.model == wanted } ?? all.first { $0.id.contains(wanted) }
  }
}
