import GestureFlowAPI
import GfctlTool
import Testing

/// Tests the exact report of `gfctl doctor` for a status.
@Suite struct DoctorTests {
  private func findings(_ change: (inout Status) -> Void) -> [Finding] {
    var status = Status.sample
    status.audio.sink = "alsa"
    status.audio.name = "USB Audio"
    status.framing = FramingStatus(verdict: "noHand", advice: "no hand is in view: hold up an open hand before the camera")
    change(&status)
    return Doctor.box(status)
  }
  private func finding(_ part: String, _ change: (inout Status) -> Void) -> Finding? { findings(change).first { $0.part == part } }

  @Test func `a healthy box is all good`() {
    let all = findings { $0.camera.light = 0.5 }
    #expect(all.allSatisfy { $0.result == .good }, "\(all)")
    #expect(
      all.map(\.text) == [
        "gestureflowd 0.1.0 is healthy", "performer, 30.0 frames/s", "50 % brightness",
        "no hand is in view: hold up an open hand before the camera", "USB Audio",
        "all 0 threads have what they asked for",
      ])
  }

  @Test(arguments: [
    (Status.State.healthy, Finding.Result.good), (.starting, .warn), (.degraded, .warn), (.stopping, .warn), (.failed, .fail),
  ])
  func `the box's state is reported`(state: Status.State, result: Finding.Result) {
    #expect(finding("service") { $0.state = state } == Finding("service", result, "gestureflowd 0.1.0 is \(state.rawValue)"))
  }

  @Test(arguments: ["tooDark", "tooBright", "backlit", "covered", "blurred"])
  func `a bad view is named with the advice of the box and nothing else`(verdict: String) {
    let all = findings {
      $0.camera.light = 0.08
      $0.camera.contrast = 0.1
      $0.camera.lightVerdict = verdict
      $0.framing = FramingStatus(verdict: verdict, advice: "it is dark: put a lamp there")
    }
    let found = all.filter { $0.part == "light" || $0.part == "framing" }
    #expect(found == [Finding("light", .warn, "8 % brightness, contrast 0.10; it is dark: put a lamp there")])
  }

  @Test func `good light is good and unknown light is not judged`() {
    let good = finding("light") {
      $0.camera.light = 0.5
      $0.camera.lightVerdict = "good"
    }
    #expect(good == Finding("light", .good, "50 % brightness"))
    #expect(finding("light") { $0.camera.light = nil } == nil)
  }

  /// An older box does not report its board, and doctor then says nothing about it.
  @Test func `a setting unfit for the board is named with its remedy`() {
    func found(_ board: BoardStatus?) -> [Finding] { findings { $0.board = board }.filter { $0.part == "board" } }
    var board = BoardStatus(name: "Raspberry Pi 400 Rev 1.0", megahertz: 1800, cameraRate: 30, cameraRateReason: "configured")
    #expect(found(board) == [Finding("board", .good, "Raspberry Pi 400 Rev 1.0, 1800 MHz")] && found(nil).isEmpty)
    board.misfits = [
      BoardMisfit(reason: "camera.rate 30: too many", remedy: "gfctl config set camera.rate auto"), BoardMisfit(reason: "a", remedy: "b"),
    ]
    #expect(
      found(board) == [
        Finding("board", .warn, "camera.rate 30: too many: gfctl config set camera.rate auto"), Finding("board", .warn, "a: b"),
      ])
  }

  @Test func `the image names the parts of a Pi that it does not use`() {
    func found(_ board: String, _ kernel: String) -> String? { Doctor.image(board: board, kernel: kernel)?.text }
    #expect(found("Raspberry Pi 4 Model B Rev 1.4", "7.3.4-arm64") == "it does not use ribbon cameras and DAC HATs (docs/image.md)")
    #expect(
      found("Raspberry Pi 5 Model B Rev 1.0", "7.3.4-arm64")
        == "it does not use ribbon cameras, DAC HATs and the fan (docs/image.md)")
    #expect(found("Raspberry Pi 5 Model B Rev 1.0", "6.12.47-rpi-v8") == "it does not use ribbon cameras (docs/image.md)")
    #expect(found("QEMU Standard PC", "7.3.4-amd64") == nil)
  }

  @Test func `few frames are a problem once the camera has settled`() {
    let few = finding("frame rate") { $0.camera.framesPerSecond = 7.5 }
    #expect(
      few == Finding("frame rate", .warn, "fewer than 12 frames a second: more light shortens the exposure, and USB 2 needs MJPEG"))
    #expect(finding("frame rate") { $0.camera.framesPerSecond = 15 } == nil)
    let early = finding("frame rate") {
      $0.camera.framesPerSecond = 7.5
      $0.uptimeSeconds = 5
    }
    #expect(early == nil)
  }

  @Test func `damaged frames are a problem from one in twenty on`() {
    func found(_ refused: Int) -> Finding? { finding("frames") { $0.camera.refusedFrames = refused } }
    #expect(found(6) == Finding("frames", .warn, "6 frames came damaged: try another cable or port, without a hub"))
    #expect(found(5) == nil, "5 of 100")
    #expect(finding("frames") { $0.camera.refusedFrames = nil } == nil)
    #expect(finding("frames") { $0.camera.refusedPictures = 6 } == found(6), "the former name is read")
  }

  @Test func `a camera that is not there is a failure with its reason`() {
    let none = findings {
      $0.camera.connected = false
      $0.camera.light = 0.5
    }
    #expect(none.filter { $0.part == "camera" } == [Finding("camera", .fail, "no camera: plug one in")])
    #expect(!none.contains { $0.part == "light" || $0.part == "framing" }, "nothing is said of missing frames")
    let failed = finding("camera") {
      $0.parts = [PartStatus(name: "camera", state: .failed, reason: "no frames", remedy: "check its cable")]
    }
    #expect(failed == Finding("camera", .fail, "no frames: check its cable"))
  }

  @Test func `parts that do not run are named once`() {
    let all = findings {
      $0.parts = [
        PartStatus(name: "camera", state: .running), PartStatus(name: "panel", state: .failed, reason: "no chip", remedy: "enable GPIO"),
        PartStatus(name: "tracker", state: .degraded, reason: "no model"),
        PartStatus(name: "library", state: .off, reason: "music is named"),
        PartStatus(name: "http", state: .starting),
        PartStatus(name: "sound", state: .failed, reason: "no sound card", remedy: "plug one in"),
      ]
    }
    func of(_ part: String) -> [Finding] { all.filter { $0.part == part } }
    #expect(of("panel") == [Finding("panel", .fail, "no chip: enable GPIO")])
    #expect(of("tracker") == [Finding("tracker", .warn, "no model")])
    #expect(of("library") == [Finding("library", .good, "music is named")])
    #expect(of("http") == [Finding("http", .warn, "starting")])
    #expect(of("sound").isEmpty && of("sound card") == [Finding("sound card", .fail, "no sound card: plug one in")])
  }

  @Test func `a stick without music has a remedy that leads somewhere`() {
    func found(problems: Int) -> Finding? {
      findings {
        let stick = LibraryStatus.Stick(
          id: "A-1", label: "PARTY", path: "/run/media/gestureflow/sda1", tracks: 0, problems: problems, scanned: 3, scanning: false)
        $0.library = LibraryStatus(sticks: [stick], tracks: 0, problems: problems)
      }.first { $0.part == "stick" }
    }
    #expect(found(problems: 0) == Finding("stick", .warn, "'PARTY' holds nothing that can be played: copy music onto it"))
    #expect(found(problems: 2) == Finding("stick", .warn, "'PARTY' holds nothing that can be played: gfctl library problems names 2"))
  }

  @Test func `sound that goes elsewhere and breaks is reported`() {
    let elsewhere = finding("sound card") { ($0.audio.sink, $0.audio.name) = ("null", "null") }
    #expect(elsewhere?.result == .warn && elsewhere?.text == "sound goes to null null, not to a card: plug one in and start again")
    // A box with `sound.card = "fifo:PATH"` does not lack a card while the pipe runs.
    func pipe(_ state: PartStatus.State) -> Finding? {
      finding("sound card") {
        ($0.audio.sink, $0.audio.name) = ("fifo", "/run/gestureflow/snapfifo")
        $0.parts = [PartStatus(name: "sound", state: state, reason: state == .failed ? "the pipe is gone" : nil)]
      }
    }
    #expect(pipe(.running) == Finding("sound card", .good, "sound goes to the pipe /run/gestureflow/snapfifo"))
    #expect(pipe(.failed) == Finding("sound card", .fail, "the pipe is gone") && pipe(.starting)?.result == .warn)
    let breaks = finding("xruns") { $0.audio.xruns = 3 }
    #expect(breaks?.result == .warn && breaks?.text.hasPrefix("3 breaks of the sound: ") == true)
    #expect(finding("xruns") { $0.audio.xruns = 0 } == nil)
  }

  /// A Pi has no battery clock. The report names the functions that need the time.
  @Test func `a wrong clock names what waits for it and the way to set it`() {
    #expect(Doctor.clock(year: 2026) == Finding("clock", .good, "it shows 2026"))
    let wrong = Doctor.clock(year: 1970)
    #expect(wrong.result == .warn && wrong.text.contains("licences, which count only from their date on: set it (sudo date -s"))
  }

  @Test func `threads that got less are named`() {
    func thread(_ name: String, _ refusal: String?) -> ThreadStatus {
      ThreadStatus(name: name, coreAsked: 3, coreGot: nil, priorityAsked: 80, priorityGot: 0, policy: "other", refusal: refusal)
    }
    let found = finding("real time") { $0.threads = [thread("gf-audio", "no right"), thread("gf-x", nil), thread("gf-hands", "no right")] }
    #expect(found == Finding("real time", .warn, "gf-audio, gf-hands: no right"))
  }

  @Test func `the machine's problems are reported`() {
    func degrees(_ celsius: Double) -> Finding? { finding("temperature") { $0.machine.temperatureC = celsius } }
    #expect(degrees(55) == Finding("temperature", .good, "55.0 degrees"))
    #expect(degrees(75) == Finding("temperature", .warn, "75.0 degrees: give it air or a cooler"))
    #expect(degrees(85)?.result == .fail)
    #expect(finding("power") { $0.machine.underVoltage = true }?.result == .fail)
    #expect(finding("processor") { $0.machine.throttled = true }?.result == .fail)
    #expect(finding("power") { $0.machine.underVoltage = false } == nil)
  }

  /// The box measures size and distance, and chooses the advice.
  @Test(arguments: [
    ("good", Finding.Result.good, "the camera sees your hands well"), ("tooFar", .warn, "the hand is too small: come nearer to the camera"),
  ])
  func `a hands framing is that of the box`(verdict: String, result: Finding.Result, advice: String) {
    let found = finding("framing") {
      var hand = HandStatus(id: 1, handedness: "right", fingers: 5, confidence: 1)
      (hand.size, hand.distanceMetres) = (0.12, 1)
      $0.tracker.hands = [hand]
      $0.camera.lightVerdict = "good"
      $0.framing = FramingStatus(verdict: verdict, advice: advice)
    }
    #expect(found == Finding("framing", result, "right hand: palm 12 % of the frame's height, about 1.0 m away; \(advice)"))
    #expect(finding("framing") { $0.framing = nil } == nil, "an older box gives no advice")
  }
}
