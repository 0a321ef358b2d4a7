import GestureFlowAPI
import Lab
import Modes
import Realtime
import Settings
import Supervisor
import Testing

/// Tests of the guided start that a demo prints.
@Suite struct GuidedStartTests {
  /// Returns the status of a healthy box that sees nothing.
  private func status() throws -> Status {
    var settings = RunSettings()
    (settings.camera, settings.sink, settings.freeRunning) = (.performer("empty"), .null, true)
    var status = try Box(settings, log: BootLog(quiet: true)).status
    status.state = .healthy
    status.framing = FramingStatus(verdict: "noHand", advice: "no hand is in view")
    return status
  }

  @Test(arguments: VoiceLanguage.allCases)
  func `each step of the tour comes once, when the hands have done it`(language: VoiceLanguage) throws {
    let sentences = try Sentences.tour.map { try #require(Sentences.text($0, language)) }
    var status = try status()
    var guide = GuidedStart.tour(language)
    #expect(guide.line(status) == "guide 1/4: \(sentences[0]) | the box is ready | E5 ↗ B5, slow | status: lit")
    #expect(guide.line(status) == nil)

    status.framing = FramingStatus(verdict: "good", advice: "")
    status.tracker.hands = [HandStatus(id: 1, handedness: "right", fingers: 5, confidence: 1)]
    #expect(guide.line(status) == "guide 2/4: \(sentences[1]) | the hand is seen well (right) | hands: lit")
    #expect(guide.line(status) == nil)

    status.control.held = ["pitch"]
    #expect(guide.line(status) == "guide 3/4: \(sentences[2]) | a hand takes hold of a value (pitch) | G6, a tick | hands: dark once")
    #expect(guide.line(status) == nil && !guide.isOver)

    status.control.autoPaused = true
    #expect(guide.line(status) == "guide 4/4: \(sentences[3]) | mode stems | A4 ↗ A5 | stems: lit")
    #expect(guide.isOver && guide.line(status) == nil)
  }

  @Test func `the first step waits for the end of the boot and tells its result`() throws {
    var status = try status()
    var guide = GuidedStart.tour(.en)
    status.state = .starting
    #expect(guide.line(status) == nil)
    status.state = .degraded
    #expect(guide.line(status)?.hasSuffix(" | the box is ready, something is missing | E5 → E5, slow | status: fast blink") == true)
  }

  @Test(arguments: [Mode.stems, .instrument, .theremin, .stream])
  func `a mode is called when all is well`(mode: Mode) throws {
    var status = try status()
    var guide = GuidedStart.call(of: mode, .en)
    let sentence = try #require(Sentences.text(mode.facts.signal.rawValue, .en))
    status.state = .degraded
    #expect(guide.line(status) == nil)
    status.state = .healthy
    #expect(guide.line(status)?.hasPrefix("guide 1/1: \(sentence) | mode \(mode.rawValue) | A4 ") == true)
    #expect(guide.isOver && guide.line(status) == nil)
  }
}
