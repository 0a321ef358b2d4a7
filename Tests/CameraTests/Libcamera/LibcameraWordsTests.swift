import Camera
import Testing

/// Tests of the parser of libcamera's programs, with real lines of both.
@Suite struct LibcameraWordsTests {
  @Test(
    arguments: [
      ("1: 'imx219' (/base/soc/i2c0mux/i2c@1/imx219@10)", 1, "/base/soc/i2c0mux/i2c@1/imx219@10", "imx219"),
      ("2: Internal front camera (platform/vimc.0 Sensor B)", 2, "platform/vimc.0 Sensor B", "Internal front camera"),
      ("1: 'Sensor B' (platform/vimc.0 Sensor B)", 1, "platform/vimc.0 Sensor B", "Sensor B"),
      ("1: External camera 'HD Webcam' (\\_SB_.PCI0.XHC-2:1.0-046d:0825)", 1, "\\_SB_.PCI0.XHC-2:1.0-046d:0825", "HD Webcam"),
      (
        "0 : imx708_wide [4608x2592 10-bit RGGB] (/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a)", 0,
        "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a", "imx708_wide"
      ),
    ])
  func `cameras are listed`(line: String, number: Int, id: String, model: String) {
    #expect(LibcameraCandidate(line: line) == LibcameraCandidate(number: number, id: id, model: model))
  }

  @Test(
    arguments: [
      "Available cameras:", "No cameras available!", "", ":", "1:", "1: ()", "x: 'a' (b)", "1: a (b", "-----------------",
      "    Modes: 'SRGGB10_CSI2P' : 640x480 [103.33 fps - (1000, 752)/1280x960 crop]",
      "                             3280x2464 [21.19 fps - (0, 0)/3280x2464 crop]",
      "[0:08:57.741138486] [10448]  INFO Camera camera_manager.cpp:299 libcamera v0.0.3",
    ])
  func `other lines are not cameras`(line: String) { #expect(LibcameraCandidate(line: line) == nil) }

  @Test func `the one that is meant is chosen`() {
    let all = [
      LibcameraCandidate(number: 1, id: "/base/i2c@0/ov5647@36", model: "ov5647"), LibcameraCandidate(number: 2, id: "ov5647", model: "x"),
    ]
    func choice(_ word: String?) -> Int? { LibcameraCandidate.choose(word, from: all)?.number }
    #expect(choice(nil) == 1 && choice("ov5647") == 2 && choice("i2c@0") == 1 && choice("x") == 2 && choice("imx") == nil)
    #expect(LibcameraCandidate.choose(nil, from: []) == nil)
  }

  @Test(
    arguments: [
      ("640x480-YUV420", 640, 480, "YU12", false), ("640x480-YUV420/sYCC", 640, 480, "YU12", true),
      ("1920x1080-NV12/Rec709", 1920, 1080, "NV12", false), ("640x480-BGR888/Unset", 640, 480, "RGB3", false),
      ("64x48-YUYV/Rec709/Rec709/Rec709/Full", 64, 48, "YUYV", true), ("10x10-SGBRG8", 10, 10, "SGBRG8", false),
    ])
  func `streams are understood`(text: String, width: Int, height: Int, fourcc: String, isFullRange: Bool) {
    #expect(LibcameraFormat(text) == LibcameraFormat(width: width, height: height, fourcc: fourcc, isFullRange: isFullRange))
  }

  @Test(arguments: [
    "", "-", "640x480", "640x-YUV420", "0x480-YUV420", "-1x5-YUV420", "x", "640x480x3-YUV420", "99999999999x99999999999-YUV420", "640x480-",
    "axb-c",
  ])
  func `nonsense is not a stream`(text: String) { #expect(LibcameraFormat(text) == nil) }

  /// Rows may be longer than the frame is wide. Chroma rows are half as long, and the memory may be larger than
  /// all rows.
  @Test(
    arguments: [
      ("YU12", 640, 480, [460_800], 640), ("YU12", 640, 480, [307_200, 76_800, 76_800], 640), ("YU12", 624, 480, [460_800], 640),
      ("YU12", 640, 480, [462_848], 640), ("YU12", 640, 480, [460_799], nil), ("YU12", 640, 480, [307_200, 76_800], nil),
      ("YU12", 640, 480, [307_200, 92_160, 92_160], nil), ("YU12", 33, 19, [33 * 19 + 2 * 17 * 10], 33),
      ("NV12", 640, 480, [307_200, 153_600], 640),
      ("NV12", 640, 480, [307_200, 153_599], nil), ("BGR3", 639, 480, [1920 * 480], 1920), ("RGB3", 640, 480, [921_600], 1920),
      ("XR24", 640, 480, [1_228_800], 2560), ("YUYV", 640, 480, [614_400], 1280), ("MJPG", 640, 480, [12_345], 0),
      ("GREY", 640, 480, [], nil),
      ("GREY", 640, 480, [0], nil), ("GREY", 640, 480, [-5], nil), ("YU12", 640, 480, [Int.max, Int.max], nil),
    ] as [(String, Int, Int, [Int], Int?)])
  func `rows are as long as the bytes say`(fourcc: String, width: Int, height: Int, planes: [Int], stride: Int?) {
    #expect(LibcameraFormat(width: width, height: height, fourcc: fourcc, isFullRange: false).stride(planes) == stride)
  }

  @Test func `cam reports frames`() {
    var talk = LibcameraOutputParser(.cam, id: "a")
    for line in [
      "Using camera a as cam0", "0: 640x480-NV12/sYCC", " * Pixelformat: NV12 (32x32)-(1920x1080)/(+1,+1)", "  - 640x480",
      "cam0: Capture until user interrupts by SIGINT", "Camera Removed: b",
      "12.345678 (0.00 fps) cam0-stream0 seq: 000007 bytesused: 307200/153600",
    ] { talk.hear(line, on: .output) }
    #expect(talk.format == LibcameraFormat(width: 640, height: 480, fourcc: "NV12", isFullRange: true))
    #expect(talk.reports == [FrameReport(stamp: 12.345678, sequence: 7, planes: [307_200, 153_600])])
    #expect(!talk.isRemoved && !talk.isBusy && talk.complaint == nil)
    talk.hear("Camera Removed: a", on: .output)
    #expect(talk.isRemoved)
  }

  /// Output of Debian 12's cam with vimc, at YUV420 and 640x480. It comes from the machine that the lab boots.
  @Test func `cam reports the test camera`() throws {
    var talk = LibcameraOutputParser(.cam, id: "platform/vimc.0 Sensor B")
    for line in [
      "Camera configuration adjusted", "Using camera platform/vimc.0 Sensor B as cam0", "0: 636x480-BGR888", "cam0: Capture 6 frames",
      "Monitoring new hotplug and unplug events", "Press Ctrl-C to interrupt",
      "76.085173 (0.00 fps) cam0-stream0 seq: 000000 bytesused: 915840", "76.758067 (1.49 fps) cam0-stream0 seq: 000001 bytesused: 915840",
    ] { talk.hear(line, on: .output) }
    let format = try #require(talk.format)
    #expect(format == LibcameraFormat(width: 636, height: 480, fourcc: "RGB3", isFullRange: false))
    #expect(talk.reports.map(\.stamp) == [76.085173, 76.758067] && talk.reports.map(\.sequence) == [0, 1])
    #expect(talk.reports.allSatisfy { format.stride($0.planes) == 3 * 636 })
  }

  @Test func `rpicam reports frames`() {
    var talk = LibcameraOutputParser(.rpicam, id: "a")
    talk.hear("FileOutput: output buffer 0x7f size 460800", on: .errors)
    for line in ["", "SensorTimestamp=12345678000", "ExposureTime=9998", "", "FocusFoM=12", "", ""] { talk.hear(line, on: .side) }
    #expect(talk.reports == [FrameReport(stamp: 12.345678, planes: [460_800]), FrameReport(stamp: nil, planes: [])])
  }

  /// A program that only writes messages does not fill the memory.
  @Test func `messages are not kept for ever`() {
    var talk = LibcameraOutputParser(.cam, id: "a")
    for _ in 0..<1000 { talk.hear("1.0 (0.00 fps) cam0-stream0 seq: 000007 bytesused: 10", on: .output) }
    #expect(talk.reports.count <= 64)
  }
}
