import Settings
import Testing

@Suite struct CameraChoiceTests {
  @Test(
    arguments: [
      ("auto", .auto), ("v4l2", .v4l2("auto")), ("v4l2:/dev/video2", .v4l2("/dev/video2")), ("film:/a:b.mp4", .film("/a:b.mp4")),
      ("libcamera", .libcamera(nil)), ("libcamera:", .libcamera(nil)),
      ("libcamera:/base/soc/i2c@1/imx219@10", .libcamera("/base/soc/i2c@1/imx219@10")),
      ("libcamera:a:b", .libcamera("a:b")), ("performer", .performer("demo")), ("performer:pinch", .performer("pinch")),
    ] as [(String, CameraChoice)])
  func `names of cameras are understood`(text: String, choice: CameraChoice) throws {
    #expect(try CameraChoice(text) == choice)
  }

  @Test(arguments: ["nonsense", "film", "film:", "performer:unknown", "auto:3"])
  func `a wrong name of a camera is reported`(text: String) {
    do {
      _ = try CameraChoice(text)
      Issue.record("'\(text)' means nothing")
    } catch { #expect("\(error)".contains(text) && "\(error)".contains(text == "performer:unknown" ? "demo" : "v4l2:DEVICE"), "\(error)") }
  }
}
