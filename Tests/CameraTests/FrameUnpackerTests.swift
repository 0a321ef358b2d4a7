import Camera
import Testing

/// Tests of granted formats: accepted ones, bytes of a frame, and layout.
@Suite struct FrameUnpackerTests {
  private func format(_ fourcc: String, _ width: Int = 64, _ height: Int = 48, stride: Int = 0) -> VideoFormat {
    VideoFormat(fourcc: fourcc, width: width, height: height, stride: stride, rate: 30)
  }

  private func unpack(_ format: VideoFormat, _ bytes: [UInt8], time: Double? = 1.5) throws -> FrameUnpacker.Outcome {
    let unpacker = try #require(FrameUnpacker(format))
    return bytes.withUnsafeBufferPointer { buffer in
      let frame = VideoFrame(
        index: 0, sequence: 1, bytes: bytes.isEmpty ? nil : buffer.baseAddress.map { SharedBytes($0) }, count: bytes.count, time: time)
      return unpacker.unpack(frame, index: 3, fallbackTime: 7, orientation: .asFilmed)
    }
  }

  private func frame(_ format: VideoFormat, _ bytes: [UInt8], time: Double? = 1.5) throws -> Frame? {
    if case .frame(let frame) = try unpack(format, bytes, time: time) { frame } else { nil }
  }

  @Test(arguments: [(16, 48, false), (17, 17, true), (8192, 17, true), (8193, 17, false), (64, 16, false), (17, 8193, false)])
  func `an absurd size is not taken`(width: Int, height: Int, isTaken: Bool) {
    #expect((FrameUnpacker(format("GREY", width, height)) != nil) == isTaken)
  }

  @Test func `a format that is not read is not taken`() {
    for fourcc in ["H264", "UYVY", "", "mjpg", "GREY "] { #expect(FrameUnpacker(format(fourcc)) == nil, "\(fourcc)") }
    for fourcc in ["MJPG", "YUYV", "NV12", "GREY", "YU12", "BGR3", "RGB3", "XR24", "XB24"] {
      #expect(FrameUnpacker(format(fourcc)) != nil, "\(fourcc)")
    }
    #expect(FrameUnpacker(format("GREY", stride: 8 * 8192)) != nil && FrameUnpacker(format("GREY", stride: 8 * 8192 + 1)) == nil)
  }

  /// With one byte less, a part of the frame would belong to another. Sizes are odd and tall if the format
  /// allows it.
  @Test(
    arguments: [
      ("GREY", 17, 65, 17 * 65), ("YUYV", 18, 65, 36 * 65), ("NV12", 18, 65, 18 * 65 + 18 * 33), ("YU12", 17, 64, 17 * 64 + 2 * 9 * 32),
      ("YU12", 17, 65, 17 * 65 + 2 * 9 * 33), ("YU12", 18, 65, 18 * 65 + 2 * 9 * 33), ("BGR3", 17, 65, 51 * 65),
    ])
  func `the last byte must be there`(fourcc: String, width: Int, height: Int, bytes: Int) throws {
    let whole = [UInt8](repeating: 90, count: bytes)
    let format = format(fourcc, width, height)
    let frame = try #require(try frame(format, whole), "\(fourcc) of \(width) x \(height)")
    #expect(TestFrames.at(frame.luma, width - 1, height - 1) == 90)
    guard case .refused = try unpack(format, Array(whole.dropLast())) else {
      Issue.record("\(fourcc) of \(width) x \(height) is taken without its last byte")
      return
    }
  }

  /// Some drivers report no row length, or less than a row needs. Their rows have no padding.
  @Test(arguments: [("YUYV", 2), ("NV12", 1), ("BGR3", 3), ("GREY", 1)])
  func `a row is at least as long as its pixels`(fourcc: String, bytes: Int) throws {
    for stride in [0, 64 * bytes - 1] {
      let frame = try #require(try frame(format(fourcc, stride: stride), TestFrames.raw(fourcc)))
      for (x, y, light) in [(0, 47, 60), (20, 30, 60), (63, 0, 180), (63, 47, 180)] {
        #expect(abs(TestFrames.at(frame.luma, x, y) - light) <= 1, "\(fourcc) \(x) \(y)")
      }
    }
  }

  /// The last row may lack its padding. With one byte less its last pixel is missing, and the rejection has the
  /// numbers.
  @Test(arguments: [("GREY", 96, 32), ("YUYV", 160, 32), ("NV12", 96, 32), ("YU12", 96, 16), ("BGR3", 256, 64)])
  func `the room after the last row may be missing, its last pixel may not`(fourcc: String, stride: Int, room: Int) throws {
    let format = format(fourcc, stride: stride)
    let short = Array(TestFrames.raw(fourcc, stride: stride).dropLast(room))
    let frame = try #require(try frame(format, short), "\(fourcc)")
    for (x, y, light) in [(0, 47, 60), (20, 30, 60), (63, 0, 180), (63, 47, 180)] {
      #expect(abs(TestFrames.at(frame.luma, x, y) - light) <= 1, "\(fourcc) \(x) \(y)")
    }
    #expect((frame.chroma == nil) == (fourcc == "GREY"))
    if let v = frame.chroma?.v { #expect(abs(TestFrames.at(v, 63, 47) - 170) <= 1, "\(fourcc)") }
    guard case .refused(let why) = try unpack(format, Array(short.dropLast())) else {
      Issue.record("\(fourcc) is taken without its last pixel")
      return
    }
    #expect(why == .short(format, needed: short.count, received: short.count - 1))
    #expect("\(why)" == "\(fourcc) 64x48, bytesperline \(stride): \(short.count) bytes needed, \(short.count - 1) received")
  }

  /// The largest readable row needs no memory before its data. A larger one is not read at all.
  @Test func `a bytesperline beyond all bounds never traps`() throws {
    for fourcc in ["GREY", "YUYV", "NV12", "YU12", "BGR3", "XR24"] {
      for stride in [Int(UInt32.max), .max, 8 * 8192 + 1] { #expect(FrameUnpacker(format(fourcc, stride: stride)) == nil, "\(fourcc)") }
      guard case .refused(.short) = try unpack(format(fourcc, 8192, 8192, stride: 8 * 8192), TestFrames.raw(fourcc)) else {
        Issue.record("\(fourcc) is taken without most of its bytes")
        continue
      }
      #expect(try frame(format(fourcc, stride: .min), [UInt8](repeating: 90, count: 64 * 48 * 4)) != nil, "\(fourcc)")
    }
  }

  /// ITU-R BT.601 in full range: blue, green, red, white and black.
  @Test(
    arguments: [
      ([255, 0, 0], 29, 255, 107), ([0, 255, 0], 150, 44, 21), ([0, 0, 255], 76, 85, 255), ([255, 255, 255], 255, 128, 128),
      ([0, 0, 0], 0, 128, 128),
    ] as [([UInt8], Int, Int, Int)])
  func `colours are those of the standard`(pixel: [UInt8], luma: Int, u: Int, v: Int) throws {
    let frame = try #require(try frame(format("BGR3", 18, 18), (0..<18 * 18).flatMap { _ in pixel }))
    let chroma = try #require(frame.chroma)
    #expect(frame.fullRange)
    #expect(TestFrames.at(frame.luma, 17, 17) == luma)
    #expect(TestFrames.at(chroma.u, 17, 17) == u && TestFrames.at(chroma.v, 17, 17) == v)
  }

  @Test func `the drivers time counts if it has one`() throws {
    let grey = [UInt8](repeating: 90, count: 64 * 48)
    #expect(try frame(format("GREY"), grey)?.time == 1.5)
    let late = try #require(try frame(format("GREY"), grey, time: nil))
    #expect(late.time == 7 && late.index == 3 && late.chroma == nil && late.fullRange)
  }

  @Test(arguments: ["GREY", "MJPG", "BGR3"])
  func `an empty frame is refused`(fourcc: String) throws {
    guard case .refused = try unpack(format(fourcc), []) else {
      Issue.record("nothing became a frame")
      return
    }
  }

  @Test func `an untidy frame is taken and counted apart`() throws {
    let tidy = TestFrames.jpeg()
    guard case .frame = try unpack(format("MJPG"), tidy) else { Issue.record("a clean frame is not"); return }
    // Header bytes that belong to no part.
    var untidy = tidy
    untidy.insert(contentsOf: [0x11, 0x22, 0x33], at: 2)
    guard case .untidy = try unpack(format("MJPG"), untidy) else { Issue.record("bytes too many are not told"); return }
    guard case .refused = try unpack(format("MJPG", 80, 48), tidy) else { Issue.record("another size is taken"); return }
  }

  /// Red, for any order of its bytes and with or without an unused fourth one.
  @Test(
    arguments: [("BGR3", [0, 0, 255]), ("RGB3", [255, 0, 0]), ("XR24", [0, 0, 255, 7]), ("XB24", [255, 0, 0, 7])] as [(String, [UInt8])])
  func `colours keep their places`(fourcc: String, pixel: [UInt8]) throws {
    let (width, height, rest) = (20, 18, 12)
    let stride = width * pixel.count + rest
    let row = (0..<width).flatMap { _ in pixel } + [UInt8](repeating: 99, count: rest)
    let bytes = (0..<height).flatMap { _ in row }
    let unpacker = try #require(FrameUnpacker(VideoFormat(fourcc: fourcc, width: width, height: height, stride: stride, rate: 30)))
    let outcome = bytes.withUnsafeBufferPointer { memory in
      unpacker.unpack(
        VideoFrame(index: 0, sequence: 0, bytes: SharedBytes(memory.baseAddress!), count: memory.count, time: 1), index: 0,
        fallbackTime: 1,
        orientation: .asFilmed)
    }
    guard case .frame(let frame) = outcome, let chroma = frame.chroma else {
      Issue.record("it was refused")
      return
    }
    // ITU-R BT.601, full range.
    #expect(frame.luma.start[0] == 76 && frame.luma.start[width * height - 1] == 76 && frame.fullRange)
    #expect(chroma.u.start[0] == 85 && chroma.v.start[0] == 255)
  }
}
