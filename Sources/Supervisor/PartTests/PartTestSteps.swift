import Foundation
import GestureFlowAPI
import MIDI
import Modes
import Panel
import Realtime
import Sound
import Synchronization

/// The steps of each test, on a thread that may wait. A result of nil is a test without a problem.
extension PartTester {
  /// Different MIDI messages that are shown.
  private static let mostMessages = 20
  /// Notes of the scale: C D E F G.
  private static let scale: [UInt8] = [60, 62, 64, 65, 67]
  private static let velocity: UInt8 = 80
  /// Frequency of the tone in Hz.
  private static let pitch = 523.25
  /// Peak of the tone: -18 dBFS.
  private static let level: Float = 0.125_892_5
  /// Frames of the tone's fades: 20 ms.
  private static let fade = SoundFormat.rate / 50
  /// Seconds between two tones. The waiting sound is played, and a pause is heard.
  private static let gap = Double(SpeechPort.room) / Double(SoundFormat.rate) + 0.1
  /// Looks after which the sound card counts as gone: 3 s. They are consecutive, and no frame was taken at any of them.
  private static let patience = 60

  /// Plays a tone left, right and on both sides.
  func playSides() -> Failure? {
    let sides: [(left: Float, right: Float, text: String)] = [
      (Self.level, 0, "left: a tone from the left speaker alone"), (0, Self.level, "right: a tone from the right speaker alone"),
      (Self.level, Self.level, "both: the tone from both speakers"),
    ]
    // The voice waits meanwhile.
    let failure: Failure? = engine.speech.hold { push -> Failure? in
      for side in sides where !isEnded {
        publish("test", side.text)
        if let failure = play(side.left, side.right, push) { return failure }
        wait(Self.gap)
      }
      return nil
    }
    if failure == nil, !isEnded { publish("test", "if a tone was missing or came from the wrong side, check the cables of the speakers") }
    return failure
  }

  /// Plays one second of the tone.
  /// - Parameters: peaks of both sides, and the function that adds a frame.
  private func play(_ left: Float, _ right: Float, _ push: (Float, Float) -> Bool) -> Failure? {
    let turn = 2 * Double.pi * Self.pitch / Double(SoundFormat.rate)
    var (at, length, stalls) = (0, SoundFormat.rate, 0)
    while true {
      if isEnded { length = min(length, at + Self.fade) }
      let before = at
      while at < length {
        let envelope = Float(min(at, length - at, Self.fade)) / Float(Self.fade)
        let value = Float(sin(turn * Double(at))) * envelope
        guard push(value * left, value * right) else { break }
        at += 1
      }
      if at >= length { return nil }
      stalls = at > before ? 0 : stalls + 1
      // An ended test waits 0.2 s for room.
      if isEnded, stalls > 4 { return nil }
      if stalls > Self.patience {
        return Failure("the sound card has stopped taking sound", remedy: "check its plug, and run gfctl doctor")
      }
      // An ended test waits in full for its fade.
      pause(Self.step, isEnded ? ClosingSignal() : ending)
    }
  }

  /// Lights each LED, then all.
  func lightAll() -> Failure? {
    defer { panel.loop.tested = nil }
    let problems = panel.loop.grant?.problems ?? [:]
    var all: Set<LED> = []
    var lost: Failure?
    for led in LED.allCases {
      guard let line = panel.loop.lines.leds[led], !line.isEmpty, !isEnded else { continue }
      if let problem = problems[line] {
        let failure = Failure("LED \(led.rawValue) is missing", remedy: "\(problem)")
        publish("test", failure.description)
        lost = lost ?? failure
        continue
      }
      all.insert(led)
      if let failure = light([led], "LED \(led.rawValue)", 0.5) { return failure }
    }
    if isEnded { return nil }
    if all.isEmpty { return lost ?? Self.lineless("LED") }
    return light(all, "all LEDs", 1) ?? lost
  }

  static func lineless(_ what: String) -> Failure {
    Failure("no \(what) has a line", remedy: "set the names of the lines in the section [panel] of the configuration")
  }

  private func light(_ leds: Set<LED>, _ text: String, _ seconds: Double) -> Failure? {
    panel.loop.tested = leds
    publish("test", text)
    wait(seconds)
    return panelProblem
  }

  /// Waits until each button was pressed, or the time is over.
  func waitForButtons() -> Failure? {
    let problems = panel.loop.grant?.problems ?? [:]
    var wanted: [Button] = []
    var lost: Failure?
    for button in Button.allCases {
      guard let line = panel.loop.lines.buttons[button], !line.isEmpty else { continue }
      if let problem = problems[line] {
        let failure = Failure("\(button.rawValue.uppercased()) is missing", remedy: "\(problem)")
        publish("test", failure.description)
        lost = lost ?? failure
      } else {
        wanted.append(button)
      }
    }
    if wanted.isEmpty { return lost ?? Self.lineless("button") }
    func names(_ buttons: [Button]) -> String { buttons.map { $0.rawValue.uppercased() }.joined(separator: ", ") }
    publish("test", "press each once, briefly: \(names(wanted)); for \(Int(Self.buttonSeconds)) s they have no effect")
    let until = min(state.withLock { $0.takesUntil }, now() + Self.buttonSeconds)
    var missing = wanted
    while now() < until, !isEnded, !missing.isEmpty {
      pause(Self.step, ending)
      if let failure = panelProblem { return failure }
      let pressed = state.withLock { $0.pressed }
      missing = wanted.filter { !pressed.contains($0) }
    }
    if missing.isEmpty {
      publish("test", "every \(lost == nil ? "" : "other ")button was pressed")
      return lost
    }
    return Failure("not seen: \(names(missing))", remedy: "press each in gfctl test buttons, and check the wires of those that stay unseen")
  }

  /// Plays a scale on the connected ports, and shows what comes in.
  func playScale(on midi: MIDIPart) -> Failure? {
    _ = takeMIDI(true)
    defer { _ = takeMIDI(false) }
    let channel = UInt8(clamping: min(midi.port.settings.channel, 16) - 1)
    let names = midi.status.ports.filter { $0.connected && $0.direction != .out }.map { "\($0.client):\($0.name)" }
    let heard = names.isEmpty ? "no connected port takes notes" : "C D E F G on channel \(channel + 1) to \(names.joined(separator: ", "))"
    publish("test", "out: \(heard)")
    for note in Self.scale where !isEnded && !names.isEmpty {
      midi.port.send(.noteOn(channel: channel, note: note, velocity: Self.velocity), heardAt: now())
      wait(0.3)
      midi.port.send(.noteOff(channel: channel, note: note, velocity: 0), heardAt: now())
    }
    if isEnded { return nil }
    publish("test", "in: play a key or turn a knob within \(Int(Self.listenSeconds)) s")
    var shown: Set<String> = []
    var count = 0
    let end = now() + Self.listenSeconds
    while now() < end, !isEnded {
      pause(Self.step, ending)
      for message in takeMIDI(true) {
        count += 1
        let text = Self.text(message)
        if shown.count < Self.mostMessages, shown.insert(text).inserted { publish("test", "in: \(text)") }
      }
    }
    publish("test", count == 0 ? "in: nothing; if the device sends, check the cable at its MIDI out" : "in: \(count) messages in all")
    return nil
  }

  /// Returns a message in words, without its value.
  private static func text(_ message: MIDIMessage) -> String {
    if let control = LearnControl(message) { return control.text }
    let kind = "\(message)".prefix { $0 != "(" }
    return message.channel.map { "\(kind) channel \($0 + 1)" } ?? String(kind)
  }
}
