import CVideo
import Foundation
import GestureFlowAPI

/// A camera through libv4l2.
public final class V4L2Device: VideoDevice {
  private var descriptor: Int32 = -1
  /// Addresses of the frames in the driver's memory.
  private var starts = [UInt](repeating: 0, count: Int(gf_video_most_buffers.rawValue))
  private var lengths = [UInt32](repeating: 0, count: Int(gf_video_most_buffers.rawValue))
  private var mapped: UInt32 = 0

  /// A device that is not open.
  public init() {}

  deinit { close() }

  private func check(_ code: Int32, _ step: String) throws(SystemFailure) {
    if code < 0 { throw SystemFailure(-code, step) }
  }

  /// Opens the device file in non-blocking mode.
  public func open(_ path: String) throws(SystemFailure) {
    close()
    let fd = gf_video_open(path)
    try check(fd, "open")
    descriptor = fd
  }

  /// Returns the result of VIDIOC_QUERYCAP.
  public func describe() throws(SystemFailure) -> VideoDescription {
    var said = gf_video_description()
    try check(gf_video_describe(descriptor, &said), "describe")
    return VideoDescription(
      driver: withUnsafeBytes(of: &said.driver, Self.text), card: withUnsafeBytes(of: &said.card, Self.text),
      bus: withUnsafeBytes(of: &said.bus, Self.text), capabilities: .init(rawValue: said.capabilities))
  }

  /// Returns the inputs of VIDIOC_ENUMINPUT, at most 64.
  public func inputs() -> [VideoInput] {
    var all: [VideoInput] = []
    var input = gf_video_input()
    while all.count < 64, gf_video_get_input(descriptor, UInt32(all.count), &input) == 0 {
      all.append(VideoInput(name: withUnsafeBytes(of: &input.name, Self.text), isCamera: input.is_camera != 0))
    }
    return all
  }

  /// Returns the formats of VIDIOC_ENUM_FMT, at most 64. Conversions of libv4l2 come last.
  public func formats() -> [String] {
    var all: [String] = []
    while all.count < 64 {
      let code = gf_video_fourcc(descriptor, UInt32(all.count))
      if code == 0 { break }
      all.append(Self.text(code))
    }
    return all
  }

  /// Sets format and rate with VIDIOC_S_FMT and VIDIOC_S_PARM.
  public func setFormat(_ fourcc: String, width: Int, height: Int, rate: Int) throws(SystemFailure) -> VideoFormat {
    var got = gf_video_format()
    try check(gf_video_set_format(descriptor, Self.code(fourcc), UInt32(width), UInt32(height), UInt32(rate), &got), "set format")
    return VideoFormat(
      fourcc: Self.text(got.fourcc), width: Int(got.width), height: Int(got.height), stride: Int(got.stride),
      rate: Double(got.rate_numerator) / Double(max(got.rate_denominator, 1)))
  }

  /// Returns the settable numbers, menus and switches, at most 256.
  public func controls() -> [VideoControl] {
    var all: [VideoControl] = []
    var control = gf_video_control()
    while all.count < 256, gf_video_next_control(descriptor, control.id, &control) == 0 {
      guard control.minimum <= control.maximum else { continue }
      all.append(
        VideoControl(
          id: control.id, name: withUnsafeBytes(of: &control.name, Self.text), range: Int(control.minimum)...Int(control.maximum)))
    }
    return all
  }

  /// Sets one control with VIDIOC_S_EXT_CTRLS.
  public func set(_ control: UInt32, to value: Int) throws(SystemFailure) {
    try check(gf_video_set_control(descriptor, control, Int32(clamping: value)), "set control")
  }

  /// Maps four buffers and starts the stream.
  public func start() throws(SystemFailure) {
    let count = gf_video_map(descriptor, 4, &starts, &lengths)
    mapped = UInt32(max(count, 0))
    try check(count, "map")
    try check(gf_video_stream(descriptor, 1), "start")
  }

  /// Polls for a frame.
  public func wait(milliseconds: Int) throws(SystemFailure) -> Bool {
    let ready = gf_video_wait(descriptor, Int32(clamping: milliseconds))
    try check(ready, "wait")
    return ready > 0
  }

  /// Returns the oldest ready frame; nil for none.
  public func dequeue() throws(SystemFailure) -> VideoFrame? {
    var buffer = gf_video_buffer()
    let code = gf_video_dequeue(descriptor, &buffer)
    if code == -EAGAIN { return nil }
    try check(code, "dequeue")
    let (address, length) = buffer.index < mapped ? (starts[Int(buffer.index)], lengths[Int(buffer.index)]) : (0, 0)
    let start = UnsafePointer<UInt8>(bitPattern: address)
    return VideoFrame(
      index: buffer.index, sequence: buffer.sequence, bytes: buffer.bytes > 0 ? start.map { SharedBytes($0) } : nil,
      count: Int(min(buffer.bytes, length)), time: buffer.time_ns > 0 ? Double(buffer.time_ns) * 1e-9 : nil)
  }

  /// Returns the buffer to the driver.
  public func requeue(_ frame: VideoFrame) throws(SystemFailure) { try check(gf_video_requeue(descriptor, frame.index), "requeue") }

  /// Stops the stream, unmaps the buffers and closes the file.
  public func close() {
    guard descriptor >= 0 else { return }
    if mapped > 0 {
      _ = gf_video_stream(descriptor, 0)
      gf_video_unmap(starts, lengths, mapped)
      mapped = 0
    }
    gf_video_close(descriptor)
    descriptor = -1
  }

  /// Returns a name from a device. It is cleaned, because its content is not trusted.
  package static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    cleaned(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self), limit: 64)
  }

  /// Returns the four characters of a pixel format.
  package static func text(_ code: UInt32) -> String {
    var characters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
    while characters.last == 0x20 { characters.removeLast() }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Returns the pixel format of up to four characters.
  package static func code(_ text: String) -> UInt32 {
    let characters = Array(text.utf8.prefix(4))
    return (0..<4).reduce(0) { $0 | UInt32($1 < characters.count ? characters[$1] : 0x20) << (8 * UInt32($1)) }
  }
}
