import CVideo
import Foundation
import GestureFlowAPI

/// A video device, as far as the camera needs one. The real one is `V4L2Device`; a test puts a double in its place which fails on demand.
/// Failures are errno values.
public protocol VideoDevice: AnyObject, Sendable {
  func open(_ path: String) throws(VideoFailure)
  /// Card name and bus.
  func describe() throws(VideoFailure) -> (card: String, bus: String)
  /// The device's own pixel formats, as four characters.
  func formats() -> [String]
  func setFormat(_ fourcc: String, width: Int, height: Int, rate: Int) throws(VideoFailure) -> VideoFormat
  /// Caps the exposure; false if the driver does not let it.
  func capExposure(milliseconds: Double) -> Bool
  func start() throws(VideoFailure)
  /// True when a picture is ready.
  func wait(milliseconds: Int) throws(VideoFailure) -> Bool
  /// The oldest picture that is ready, or nil for none.
  func dequeue() throws(VideoFailure) -> VideoPicture?
  func requeue(_ picture: VideoPicture) throws(VideoFailure)
  func close()
}

/// A system call that failed.
public struct VideoFailure: Error, Sendable, Equatable {
  public let code: Int32
  public let step: String
  public init(_ code: Int32, _ step: String) {
    self.code = code
    self.step = step
  }
}

/// What a device granted.
public struct VideoFormat: Sendable, Equatable {
  public var fourcc: String
  public var width, height, stride, imageSize: Int
  public var rate: Double
  public init(fourcc: String, width: Int, height: Int, stride: Int, imageSize: Int, rate: Double) {
    self.fourcc = fourcc
    self.width = width
    self.height = height
    self.stride = stride
    self.imageSize = imageSize
    self.rate = rate
  }
}

/// A picture in the driver's memory, valid until it is queued again.
public struct VideoPicture: @unchecked Sendable {
  public var index: UInt32
  public var sequence: UInt32
  /// Empty when the driver marked the picture as damaged.
  public var data: UnsafeRawBufferPointer
  /// Seconds of `Clock`; nil if the driver uses another clock.
  public var time: Double?
  public init(index: UInt32, sequence: UInt32, data: UnsafeRawBufferPointer, time: Double?) {
    self.index = index
    self.sequence = sequence
    self.data = data
    self.time = time
  }
}

/// A camera through libv4l2.
public final class V4L2Device: VideoDevice, @unchecked Sendable {
  private var descriptor: Int32 = -1
  private var starts = [UnsafeMutableRawPointer?](repeating: nil, count: 8)
  private var lengths = [UInt32](repeating: 0, count: 8)
  private var mapped: UInt32 = 0

  public init() {}
  deinit { close() }

  private func check(_ code: Int32, _ step: String) throws(VideoFailure) {
    if code < 0 { throw VideoFailure(-code, step) }
  }

  public func open(_ path: String) throws(VideoFailure) {
    close()
    let fd = gf_video_open(path)
    try check(fd, "open")
    descriptor = fd
  }

  public func describe() throws(VideoFailure) -> (card: String, bus: String) {
    var card = [CChar](repeating: 0, count: 64)
    var bus = [CChar](repeating: 0, count: 64)
    try check(gf_video_describe(descriptor, &card, 64, &bus, 64), "describe")
    func text(_ chars: [CChar]) -> String {
      cleaned(String(decoding: chars.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), limit: 64)
    }
    return (text(card), text(bus))
  }

  public func formats() -> [String] {
    var all: [String] = []
    while all.count < 64 {
      let code = gf_video_fourcc(descriptor, UInt32(all.count))
      if code == 0 { break }
      all.append(Self.text(code))
    }
    return all
  }

  public func setFormat(_ fourcc: String, width: Int, height: Int, rate: Int) throws(VideoFailure) -> VideoFormat {
    var got = gf_video_format()
    try check(gf_video_set_format(descriptor, Self.code(fourcc), UInt32(width), UInt32(height), UInt32(rate), &got), "set format")
    return VideoFormat(
      fourcc: Self.text(got.fourcc), width: Int(got.width), height: Int(got.height), stride: Int(got.stride),
      imageSize: Int(got.image_size),
      rate: Double(got.rate_numerator) / Double(max(got.rate_denominator, 1)))
  }

  public func capExposure(milliseconds: Double) -> Bool { gf_video_cap_exposure(descriptor, Int32(milliseconds * 10)) == 0 }

  public func start() throws(VideoFailure) {
    let count = gf_video_map(descriptor, 4, &starts, &lengths)
    try check(count, "map")
    mapped = UInt32(count)
    try check(gf_video_stream(descriptor, 1), "start")
  }

  public func wait(milliseconds: Int) throws(VideoFailure) -> Bool {
    let ready = gf_video_wait(descriptor, Int32(milliseconds))
    try check(ready, "wait")
    return ready > 0
  }

  public func dequeue() throws(VideoFailure) -> VideoPicture? {
    var buffer = gf_video_buffer()
    let code = gf_video_dequeue(descriptor, starts, &buffer)
    if code == -EAGAIN { return nil }
    try check(code, "dequeue")
    return VideoPicture(
      index: buffer.index, sequence: buffer.sequence, data: UnsafeRawBufferPointer(start: buffer.data, count: Int(buffer.bytes)),
      time: buffer.time_ns > 0 ? Double(buffer.time_ns) * 1e-9 : nil)
  }

  public func requeue(_ picture: VideoPicture) throws(VideoFailure) { try check(gf_video_requeue(descriptor, picture.index), "requeue") }

  public func close() {
    guard descriptor >= 0 else { return }
    if mapped > 0 {
      _ = gf_video_stream(descriptor, 0)
      gf_video_unmap(&starts, lengths, mapped)
      mapped = 0
    }
    gf_video_close(descriptor)
    descriptor = -1
  }

  static func text(_ code: UInt32) -> String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }, as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }
  static func code(_ text: String) -> UInt32 {
    Array(text.padding(toLength: 4, withPad: " ", startingAt: 0).utf8).enumerated().reduce(0) {
      $0 | UInt32($1.element) << (8 * UInt32($1.offset))
    }
  }
}
