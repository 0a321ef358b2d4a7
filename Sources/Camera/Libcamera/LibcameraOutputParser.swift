import Foundation
import GestureFlowAPI

/// The program's data about one frame.
package struct FrameReport: Sendable, Equatable {
  /// Capture time by the sensor, in seconds of the program's clock. Nil if unknown.
  package var stamp: Double?
  /// The driver's count; nil if unknown.
  package var sequence: UInt32?
  /// Bytes of its planes in the order of writing; empty if unknown.
  package var planes: [Int]

  package init(stamp: Double?, sequence: UInt32? = nil, planes: [Int]) {
    self.stamp = stamp
    self.sequence = sequence
    self.planes = planes
  }
}

/// Parses a libcamera program's text output, line by line. It ignores lines that it does not know.
///
/// Both programs write a frame first and its line afterwards. So a reader that has read all lines, and then all bytes,
/// has the bytes of every frame that the lines report.
package struct LibcameraOutputParser: Sendable {
  /// The source of a line.
  package enum Channel: Sendable { case output, errors, side }

  private let kind: LibcameraProgram.Kind
  private let id: String
  /// The format that was announced last.
  package private(set) var format: LibcameraFormat?
  /// Reported frames that were not taken yet.
  package var reports: [FrameReport] = []
  /// Whether the camera was unplugged.
  package private(set) var isRemoved = false
  /// Whether another program uses the camera.
  package private(set) var isBusy = false
  /// The last error message.
  package private(set) var complaint: String?
  /// rpicam-vid: sizes of frames whose time is not reported yet.
  private var sizes: [Int] = []
  private var stamp: Double?
  /// Whether lines about the present frame have come.
  private var isTelling = false

  private static let complaints = ["ERROR", "FATAL", "error", "Failed", "failed", "Can't", "not found", "denied", "Unable", "unrecognised"]
  private static let longest = 200
  /// Limit of pending reports, far more than usual. A program that writes only text must not fill the memory.
  private static let most = 64

  /// - Parameter id: of the camera that is read.
  package init(_ kind: LibcameraProgram.Kind, id: String) {
    self.kind = kind
    self.id = id
  }

  package mutating func hear(_ line: String, on channel: Channel) {
    switch (kind, channel) {
    case (.cam, .output): heardCam(line)
    case (.rpicam, .side): heardMetadata(line)
    case (.rpicam, .errors) where line.hasPrefix("FileOutput: output buffer "):
      if let size = line.split(separator: " ").last.flatMap({ Int($0) }), size > 0 { sizes = (sizes + [size]).suffix(Self.most) }
    case (_, .errors):
      heardStreams(line)
      complain(line)
    default: break
    }
  }

  private mutating func tell(_ report: FrameReport) { reports = (reports + [report]).suffix(Self.most) }

  // MARK: - cam

  /// `12.345678 (30.00 fps) cam0-stream0 seq: 000007 bytesused: 307200/76800/76800`
  private mutating func heardCam(_ line: String) {
    let words = line.split(separator: " ")
    if let at = words.firstIndex(of: "bytesused:"), at + 1 < words.count, let first = words.first {
      let sequence = words.firstIndex(of: "seq:").flatMap { $0 + 1 < words.count ? UInt32(words[$0 + 1]) : nil }
      let planes = words[at + 1].split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      tell(FrameReport(stamp: Double(first).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }, sequence: sequence, planes: planes))
    } else if words.count == 2, words[0] == "0:", let format = LibcameraFormat(words[1]) {
      self.format = format
    } else if line == "Camera Removed: \(id)" {
      isRemoved = true
    } else if line.hasPrefix("Failed") {
      // The message on standard error has more detail.
      if complaint == nil { complain(line) }
    }
  }

  // MARK: - rpicam-vid

  /// Parses one line per value, and an empty line at the end.
  private mutating func heardMetadata(_ line: String) {
    if line.isEmpty {
      if isTelling { tell(FrameReport(stamp: stamp, planes: sizes.isEmpty ? [] : [sizes.removeFirst()])) }
      (stamp, isTelling) = (nil, false)
      return
    }
    isTelling = true
    // Nanoseconds.
    if line.hasPrefix("SensorTimestamp="), let value = Int64(line.dropFirst(16)), value > 0 { stamp = Double(value) / 1e9 }
  }

  /// Parses libcamera's own log line: `... configuring streams: (0) 640x480-YUV420/sYCC (1)
  /// 1536x864-BGGR_PISP_COMP1/RAW`
  private mutating func heardStreams(_ line: String) {
    guard kind == .rpicam, let words = line.range(of: "configuring streams: (0) ") else { return }
    if let format = LibcameraFormat(line[words.upperBound...].prefix { $0 != " " }) { self.format = format }
  }

  private mutating func complain(_ line: String) {
    let plain = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    guard Self.complaints.contains(where: plain.contains) else { return }
    let small = plain.lowercased()
    if small.contains("failed to acquire camera") || small.contains("in use by another process") { isBusy = true }
    complaint = cleaned(plain.replacing("ERROR: ", with: "").trimmingCharacters(in: CharacterSet(charactersIn: "* ")), limit: Self.longest)
  }
}
