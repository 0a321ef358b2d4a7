import GestureFlowAPI
import GfctlTool
import Testing

/// The checks of `gfctl test` that read the status, and its words.
@Suite struct CameraCheckTests {
  private static let hand = HandStatus(id: 1, handedness: "right", fingers: 5, confidence: 1)

  /// Returns the findings after some statuses.
  private func findings(_ changes: [(inout Status) -> Void]) -> [Finding] {
    var check = CameraCheck()
    for change in changes {
      var status = Status.sample
      status.board = BoardStatus(name: "Raspberry Pi 5", cameraRate: 30, cameraRateReason: "configured")
      (status.camera.light, status.camera.lightVerdict) = (0.5, "good")
      status.tracker.hands = [Self.hand]
      change(&status)
      check.take(status)
    }
    return check.findings
  }
  private func finding(_ part: String, _ change: @escaping (inout Status) -> Void) -> Finding? {
    findings([change]).first { $0.part == part }
  }

  @Test func `a good camera has three good figures`() {
    let all = findings([{ $0.tracker.hands = [] }, { $0.tracker.hands = [Self.hand, Self.hand] }, { $0.tracker.hands = [] }])
    #expect(
      all == [
        Finding("frame rate", .good, "30.0 of 30 frames/s"), Finding("light", .good, "50 % brightness"),
        Finding("hands", .good, "2 hands were seen"),
      ])
  }

  @Test func `each bad figure has a remedy`() {
    let rate = finding("frame rate") { $0.camera.framesPerSecond = 14.5 }
    #expect(rate?.result == .warn && rate?.text.hasPrefix("14.5 of 30 frames/s: put a lamp") == true)
    #expect(finding("frame rate") { $0.camera.framesPerSecond = 24.1 }?.result == .good)
    let dark = finding("light") {
      ($0.camera.light, $0.camera.lightVerdict) = (0.08, "tooDark")
      $0.framing = FramingStatus(verdict: "tooDark", advice: "it is too dark: put a lamp there")
    }
    #expect(dark == Finding("light", .warn, "8 % brightness; it is too dark: put a lamp there"))
    let older = finding("light") {
      ($0.camera.lightVerdict, $0.problems) = ("tooDark", ["light: it is too dark: put a lamp there"])
      $0.framing = nil
    }
    #expect(older == Finding("light", .warn, "it is too dark: put a lamp there"))
    let blurred = finding("light") { $0.problems = ["light: the camera is out of focus: wipe the lens"] }
    #expect(blurred == Finding("light", .warn, "the camera is out of focus: wipe the lens"))
    let unknown = finding("light") { $0.camera.light = nil }
    #expect(unknown?.result == .warn && unknown?.text.contains("check the camera's cable") == true)
    let none = finding("hands") { $0.tracker.hands = [] }
    #expect(none?.result == .warn && none?.text.hasPrefix("none was seen: hold one up") == true)
    #expect(finding("hands") { _ in }?.text == "1 hand was seen")
  }

  @Test func `an older box does not say which rate it wants`() {
    #expect(finding("frame rate") { $0.board = nil } == Finding("frame rate", .good, "30.0 frames/s"))
    let none = finding("frame rate") { ($0.board, $0.camera.framesPerSecond) = (nil, 0) }
    #expect(none == Finding("frame rate", .warn, "no frames come: check the cable"))
  }

  @Test func `without a camera there is one finding and no reason to wait`() {
    var status = Status.sample
    status.camera.connected = false
    var check = CameraCheck()
    #expect(check.findings.isEmpty && !check.isHopeless)
    check.take(status)
    #expect(check.isHopeless && check.findings == [Finding("camera", .fail, "no camera: plug one in")])
  }

  @Test func `a box that no person can hear says why`() {
    var status = Status.sample
    #expect(Doctor.silence(status)?.description == "sound goes to null null, not to a card: plug one in and start again")
    (status.audio.sink, status.audio.name) = ("alsa", "USB Audio")
    #expect(Doctor.silence(status) == nil)
    status.parts = [PartStatus(name: "sound", state: .failed, reason: "no sound card", remedy: "plug one in")]
    #expect(Doctor.silence(status)?.description == "no sound card: plug one in")
    status.audio.sink = "alsa"
    status.parts = [PartStatus(name: "sound", state: .degraded, reason: "another card plays", remedy: "plug the card in")]
    #expect(Doctor.silence(status) == nil)
  }

  @Test func `a mistyped part is answered with a similar one`() throws {
    #expect(try PartTestWords.word("LEDs") == "leds")
    #expect(try PartTestWords.word("camera") == "camera")
    for (typed, told) in [
      ("speeker", "did you mean 'speaker'?"), ("buton", "did you mean 'buttons'?"), ("xyzzy", "not 'xyzzy'"), ("latency", "not 'latency'"),
    ] {
      let error = #expect(throws: UsageError.self) { try PartTestWords.word(typed) }
      #expect(error?.description.hasSuffix(told) == true, "\(error?.description ?? "")")
    }
  }
}
