import Foundation
import GestureFlowAPI

/// What belongs to one picture, as its program tells it.
package struct PictureNote: Sendable, Equatable {
  /// When the sensor took it, in seconds of the program's clock; nil where it does not tell.
  package var stamp: Double?
  /// The driver's count; nil where it is not told.
  package var sequence: UInt32?
  /// Bytes of its planes, in the order in which they are written; empty where they are not told.
  package var planes: [Int]

  package init(stamp: Double?, sequence: UInt32? = nil, planes: [Int]) {
    self.stamp = stamp
    self.sequence = sequence
    self.planes = planes
  }
}

/// Understands what a libcamera program says beside its pictures, line by line. What it does not understand says nothing.
///
/// Both write the picture first and tell of it then: whoever has read all lines, and then all bytes, has the bytes of every picture that was told of.
package struct LibcameraTalk: Sendable {
  /// Where a line was read.
  package enum Channel: Sendable { case output, errors, side }

  private let kind: LibcameraTool.Kind
  private let id: String
  /// What was announced last.
  package private(set) var format: LibcameraFormat?
  /// What was told of pictures and not taken yet.
  package var notes: [PictureNote] = []
  /// The camera was unplugged.
  package private(set) var isRemoved = false
  /// Somebody else has it.
  package private(set) var isBusy = false
  /// What it complained of last.
  package private(set) var complaint: String?
  /// rpicam-vid: sizes of pictures whose moment is still to be told.
  private var sizes: [Int] = []
  private var stamp: Double?
  /// Something was told of the picture that is being told of.
  private var isTelling = false

  private static let complaints = ["ERROR", "FATAL", "error", "Failed", "failed", "Can't", "not found", "denied", "Unable", "unrecognised"]
  private static let longest = 200
  /// Far more than are ever on their way; a program that only talks must not fill the memory.
  private static let most = 64

  /// - Parameter id: of the camera that is read.
  package init(_ kind: LibcameraTool.Kind, id: String) {
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

  private mutating func tell(_ note: PictureNote) { notes = (notes + [note]).suffix(Self.most) }

  // MARK: - cam

  /// `12.345678 (30.00 fps) cam0-stream0 seq: 000007 bytesused: 307200/76800/76800`
  private mutating func heardCam(_ line: String) {
    let words = line.split(separator: " ")
    if let at = words.firstIndex(of: "bytesused:"), at + 1 < words.count, let first = words.first {
      let sequence = words.firstIndex(of: "seq:").flatMap { $0 + 1 < words.count ? UInt32(words[$0 + 1]) : nil }
      let planes = words[at + 1].split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      tell(PictureNote(stamp: Double(first).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }, sequence: sequence, planes: planes))
    } else if words.count == 2, words[0] == "0:", let format = LibcameraFormat(words[1]) {
      self.format = format
    } else if line == "Camera Removed: \(id)" {
      isRemoved = true
    } else if line.hasPrefix("Failed") {
      // What came on standard error says more.
      if complaint == nil { complain(line) }
    }
  }

  // MARK: - rpicam-vid

  /// A line for each value, and an empty one behind the last.
  private mutating func heardMetadata(_ line: String) {
    if line.isEmpty {
      if isTelling { tell(PictureNote(stamp: stamp, planes: sizes.isEmpty ? [] : [sizes.removeFirst()])) }
      (stamp, isTelling) = (nil, false)
      return
    }
    isTelling = true
    // Nanoseconds.
    if line.hasPrefix("SensorTimestamp="), let value = Int64(line.dropFirst(16)), value > 0 { stamp = Double(value) / 1e9 }
  }

  /// libcamera's own words: `... configuring streams: (0) 640x480-YUV420/sYCC (1) 1536x864-BGGR_PISP_COMP1/RAW`
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
