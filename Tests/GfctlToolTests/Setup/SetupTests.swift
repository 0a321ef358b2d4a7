import GestureFlowAPI
import GfctlTool
import Testing

/// The guided setup, with a box and a person that follow a script.
@Suite struct SetupTests {
  /// A box in the state of `status`, and a person. Each wait for the person takes the next act.
  private final class Scene {
    enum Act {
      case type(String)
      /// The person types nothing, and something changes.
      case change((Scene) -> Void)
    }
    var status: Status
    var events: [Event] = []
    var acts: [Act]
    private(set) var commands: [Command] = []
    private(set) var text = ""
    private(set) var looks = 0
    /// Number of looks at the box after which it is down.
    var mostLooks = Int.max
    let before: Status

    init(_ acts: [Act], _ change: (inout Status) -> Void = { _ in }) {
      var status = Status.sample
      (status.audio.sink, status.audio.name) = ("alsa", "hw:CARD=Device")
      (status.camera.light, status.camera.lightVerdict) = (0.5, "good")
      (status.control.speed, status.control.pitchCents) = (1, 0)
      status.mode = .stems
      change(&status)
      (self.status, before, self.acts) = (status, status, acts)
    }

    /// Runs the setup.
    func run() throws -> Bool {
      let setup = Setup(
        status: { [self] in
          looks += 1
          if looks > mostLooks { throw ClientError.notRunning(socket: "/box.sock") }
          return status
        }, send: { [self] in carryOut($0) },
        events: { [self] in
          defer { events = [] }
          return events
        }, cards: { [SoundCard(id: "Device", name: "USB Audio"), SoundCard(id: "vc4hdmi0", name: "vc4-hdmi-0")] },
        input: { [self] seconds in act(seconds) }, write: { [self] in text += $0 })
      return try setup.run(from: before)
    }

    private func carryOut(_ command: Command) {
      commands.append(command)
      switch command {
      case .volume(let volume): status.control.volume = volume.value
      case .mode(let mode): status.mode = mode
      case .play: status.control.paused = false
      case .pause: status.control.paused = true
      case .hands(let isOn): status.control.handsOff = !isOn
      case .home: (status.control.speed, status.control.pitchCents) = (1, 0)
      default: Issue.record("\(command)")
      }
    }

    private func act(_ seconds: Double?) -> Setup.Input {
      guard !acts.isEmpty else { return .end }
      switch acts.removeFirst() {
      case .type(let line): return .line(line)
      case .change(let change):
        // A question waits for its answer.
        if seconds == nil { Issue.record("a question was not answered: \(text.suffix(100))") }
        change(self)
        return .silence
      }
    }

    /// Whether mode, pause and volume are as in the beginning.
    var isRestored: Bool {
      status.mode == before.mode && status.control.paused == before.control.paused && status.control.volume == before.control.volume
    }
  }

  private static var wait: Scene.Act { .change { _ in } }
  /// The music is heard at once.
  private static var heard: [Scene.Act] { [.type(""), .type("y")] }

  private static func see(_ verdict: String, _ advice: String = "", size: Double, fingers: Int = 5) -> Scene.Act {
    .change { scene in
      var hand = HandStatus(id: 1, handedness: "right", fingers: fingers, confidence: 1)
      hand.size = size
      scene.status.tracker.hands = [hand]
      scene.status.framing = FramingStatus(verdict: verdict, advice: advice)
    }
  }

  private static func happen(_ type: String, _ value: String) -> Scene.Act {
    .change { $0.events.append(Event(atSeconds: 1, type: type, value: value)) }
  }

  @Test func `a box that is well is set up step by step`() throws {
    let scene = Scene(
      [
        Self.wait, Self.wait, Self.wait, .type("Y"),
        // A fist is not an open hand; then the hand comes nearer, and is cut before it is right.
        Self.see("good", "well", size: 0.2, fingers: 0), Self.see("tooFar", "the hand is too small: come nearer", size: 0.03),
        Self.see("tooFar", "the hand is too small: come nearer", size: 0.04),
        Self.see("cutRight", "a hand is cut at the right: move to the left", size: 0.25), Self.see("good", "well", size: 0.2),
        // The volume is not what bends the music, and a value without a hold is not either.
        Self.happen("controlEngaged", "volume"), .change { $0.status.control.pitchCents = 100 }, Self.happen("controlEngaged", "speed"),
        .change { $0.status.control.speed = 1.2 }, Self.happen("gestureHeld", "fist"), Self.happen("gestureHeld", "peace"),
      ])
    #expect(try scene.run())
    for text in [
      "1/6 The box\n[ OK ] service        gestureflowd 0.1.0 is healthy\n", "2/6 Sound\n[ OK ] sound card", "Do you hear it? [Y/n/q] ",
      "3/6 Camera and light\n", "[ OK ] light          50 % brightness\n", "4/6 Your place\n",
      "[WARN] framing        right hand: palm 3 % of the frame's height; the hand is too small: come nearer\n",
      "[WARN] framing        right hand: palm 25 % of the frame's height; a hand is cut at the right: move to the left\n",
      "[ OK ] framing        right hand: palm 20 % of the frame's height; well\n", "5/6 Try: bend the music\n", "The box holds the speed.",
      "[ OK ] pinch          it bent the music: pitch 100 cents, speed 1.20\n", "6/6 Try: take the next track\n", "\nSummary\n",
      "[ OK ] peace sign     the box has seen it, and the next track plays\nAll is well: play!\n",
    ] { #expect(scene.text.contains(text), "\(text) in \(scene.text)") }
    #expect(!scene.text.contains("palm 4 %") && !scene.text.contains("holds the volume"), "advice is given once: \(scene.text)")
    let heard: [Command] = [0.4, 1, 0.4, 1].compactMap { share in Volume(0.8 * share).map { Command.volume($0) } }
    let restoring: [Command] = [.home, .volume(0.8), .mode(.stems)]
    #expect(scene.commands == [Command.mode(.player), Command.play] + heard + restoring, "\(scene.commands)")
    #expect(scene.isRestored && scene.acts.isEmpty)
  }

  @Test func `sound that is not heard names the cards and the way to choose one`() throws {
    let scene = Scene([.type(""), .type("what"), .type("n"), .type("q")]) { $0.control.volume = 0.1 }
    #expect(try scene.run())
    #expect(scene.text.contains("Type y, n or q. Do you hear it?"))
    let advice = "The sound goes to USB Audio.\nTo choose another card:\n  gfctl config set sound.card vc4hdmi0   # vc4-hdmi-0\n"
    #expect(scene.text.contains(advice + "  gfctl restart\n"), "\(scene.text)")
    #expect(scene.text.contains("[WARN] music          you do not hear it: ") && scene.text.contains("\n1 thing to do, "))
    #expect(scene.commands.contains(.volume(0.3)) && scene.isRestored, "it is made audible, and quiet again")
  }

  @Test func `a card that has failed is not asked about`() throws {
    let scene = Scene([.type("y"), .type("q")]) { status in
      status.state = .failed
      status.parts = [PartStatus(name: "sound", state: .failed, reason: "no sound card", remedy: "plug one in")]
      status.camera.lightVerdict = "tooDark"
    }
    #expect(try !scene.run())
    #expect(scene.text.contains("[FAIL] sound card     no sound card: plug one in\n") && !scene.text.contains("Do you hear it?"))
    #expect(!scene.commands.contains(.play))
  }

  @Test func `problems come first and end the setup when the person wants it`() throws {
    let scene = Scene([.type("n")]) { status in
      status.state = .degraded
      status.problems = ["panel: no chip: enable GPIO"]
      status.parts = [
        PartStatus(name: "panel", state: .failed, reason: "no chip", remedy: "enable GPIO"),
        PartStatus(name: "tracker", state: .degraded, reason: "no model"),
      ]
    }
    #expect(try scene.run())
    #expect(
      scene.text.contains(
        "1/6 The box\n[WARN] problem        panel: no chip: enable GPIO\n[WARN] tracker        no model\n[WARN] service        gestureflowd"
      ))
    #expect(scene.text.hasSuffix("The setup was left before its end: gfctl setup begins again.\n") && scene.isRestored)
    #expect(!scene.text.contains("2/6"))
  }

  @Test func `a step that is left keeps what it has found`() throws {
    let failed = Scene([.type("n")]) { $0.state = .failed }
    #expect(try !failed.run() && failed.text.contains("\nSummary\n[FAIL] service "), "\(failed.text)")
    let blind = Scene(Self.heard + [.type("q")]) { $0.camera.connected = false }
    #expect(try !blind.run() && blind.text.contains("\nSummary\n") && blind.text.contains("[FAIL] camera "), "\(blind.text)")
  }

  @Test func `everything that is tried can be skipped`() throws {
    let scene = Scene(Self.heard + [.type(""), .type(""), .type("")]) { $0.control.handsOff = true }
    #expect(try scene.run())
    #expect(scene.text.contains("Hands were off and are on again.\n") && scene.text.contains("3 things to do, each named above"))
    for text in ["no open hand was seen", "no pinch has bent the music", "peace sign     it was not seen"] {
      #expect(scene.text.contains(text), "\(text)")
    }
    #expect(!scene.text.contains("All is well") && scene.isRestored && scene.acts.isEmpty)
  }

  @Test func `bad light is waited for and then named`() throws {
    let looks = Int(10 / Setup.interval)
    let waits = [Scene.Act](repeating: Self.wait, count: looks)
    let dark = Scene(Self.heard + waits + [.type("q")]) { status in
      status.camera.lightVerdict = "tooDark"
      status.framing = FramingStatus(verdict: "tooDark", advice: "it is too dark: put a lamp beside the camera")
    }
    #expect(try dark.run())
    #expect(dark.text.contains("[WARN] light          50 % brightness; it is too dark: put a lamp beside the camera\n"))
    #expect(dark.acts.isEmpty, "for ten seconds")
    let lit: [Scene.Act] = [Self.wait, .change { $0.status.camera.lightVerdict = "good" }, .type("q")]
    let lamp = Scene(Self.heard + lit) { $0.camera.lightVerdict = "tooDark" }
    #expect(try lamp.run())
    #expect(lamp.text.contains("[ OK ] light ") && lamp.acts.isEmpty)
  }

  @Test func `a box that starts is waited for`() throws {
    let scene = Scene([Self.wait, .change { $0.status.state = .healthy }, .type("q")]) { $0.state = .starting }
    #expect(try scene.run())
    #expect(scene.text.contains("is healthy\n") && scene.text.contains("2/6 Sound") && scene.acts.isEmpty)
  }

  @Test(arguments: 0..<5) func `q leaves at each question and wait`(place: Int) throws {
    let acts: [Scene.Act] = [.type(""), .type("y"), .type(""), .type(""), .type("")]
    let scene = Scene(Array(acts[..<place]) + [.type(place % 2 == 0 ? "q" : " QUIT ")])
    #expect(try scene.run())
    #expect(scene.text.hasSuffix("gfctl setup begins again.\n") && scene.isRestored && scene.acts.isEmpty, "\(scene.text)")
  }

  @Test(arguments: 0..<5) func `the end of the input ends it with a reason`(place: Int) throws {
    let acts: [Scene.Act] = [.type(""), .type("y"), .type(""), .type(""), .type("")]
    let scene = Scene(Array(acts[..<place]))
    let failure = #expect(throws: Failure.self) { try scene.run() }
    #expect(failure?.description == "the input has ended, and the setup with it: gfctl setup begins again" && scene.isRestored)
  }

  @Test(arguments: 0..<6) func `a box that goes down gives the usual error`(looks: Int) throws {
    let scene = Scene(Self.heard + [Self.wait, Self.wait, Self.wait, Self.wait])
    scene.mostLooks = looks
    let error = #expect(throws: ClientError.self) { try scene.run() }
    #expect(error?.description.hasPrefix("gestureflowd is not running") == true)
  }

  @Test func `cards are read as the kernel lists them`() {
    let text = """
       0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                            vc4-hdmi-0
       1 [Device         ]: USB-Audio - USB Audio Device - front
                            C-Media Electronics Inc. [x]: y at usb-0000:01:00.0-1.2
      12 [Loopback]: Loopback
      """
    #expect(
      SoundCard.all(in: text) == [
        SoundCard(id: "vc4hdmi0", name: "vc4-hdmi-0"), SoundCard(id: "Device", name: "USB Audio Device - front"),
        SoundCard(id: "Loopback", name: "Loopback"),
      ])
    #expect(SoundCard.all(in: "--- no soundcards ---\n").isEmpty && SoundCard.all(in: "").isEmpty)
    let card = SoundCard(id: "Device", name: "")
    #expect(card.has("hw:CARD=Device") && card.has("hdmi:CARD=Device,DEV=0") && !card.has("hw:CARD=Device2") && !card.has("null"))
  }
}
