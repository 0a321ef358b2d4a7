import Foundation
import GestureFlowAPI

/// The guided setup. It looks at the box and asks a person, one step after the other.
package struct Setup {
  /// The person's answer.
  package enum Input: Sendable, Equatable {
    case line(String)
    /// No line came in time.
    case silence
    /// No more lines can come.
    case end
  }

  /// The result of a step.
  private struct StepResult {
    var findings: [Finding] = []
    /// Whether the person has left the setup in this step.
    var hasLeft = false
  }

  /// The person's reply to a question.
  private enum Reply {
    /// A line in small letters.
    case word(String)
    /// No line came in time.
    case silence
    /// The person leaves the setup.
    case leave
  }

  /// Kinds of events that the setup needs.
  package static let eventTypes = ["controlEngaged", "gestureHeld"]
  /// Time between two looks at the box, in seconds.
  package static let interval = 0.25
  /// Longest wait for the start of the box, in seconds.
  private static let startSeconds = 60.0
  /// Longest wait for a good frame, in seconds.
  private static let frameSeconds = 10.0
  /// Least volume of the music while the person listens, 0...1.
  private static let audible = 0.3
  /// Least change of the pitch that counts as bending, in cents.
  private static let leastCents = 30.0
  /// Least change of the speed that counts as bending.
  private static let leastSpeed = 0.03

  private let status: () throws -> Status
  private let send: (Command) throws -> Void
  private let events: () -> [Event]
  private let cards: () -> [SoundCard]
  private let input: (_ seconds: Double?) -> Input
  private let write: (String) -> Void
  private let colour: Bool

  /// - Parameters:
  ///   - status: asks the box for its status.
  ///   - send: sends a command to the box.
  ///   - events: returns the events of `eventTypes` since its last call.
  ///   - cards: returns the sound cards of the machine.
  ///   - input: waits for a line of the person, for some seconds or without a limit.
  ///   - write: shows text to the person.
  ///   - colour: whether the text has colours.
  package init(
    status: @escaping () throws -> Status, send: @escaping (Command) throws -> Void, events: @escaping () -> [Event],
    cards: @escaping () -> [SoundCard], input: @escaping (_ seconds: Double?) -> Input, write: @escaping (String) -> Void,
    colour: Bool = false
  ) {
    (self.status, self.send, self.events, self.cards) = (status, send, events, cards)
    (self.input, self.write, self.colour) = (input, write, colour)
  }

  /// Returns the commands that restore a box's mode, pause and volume.
  package static func restoring(_ before: Status) -> [Command] {
    var commands: [Command] = []
    if let volume = Volume(nearest: before.control.volume) { commands.append(.volume(volume)) }
    if before.control.paused { commands.append(.pause) }
    if before.control.handsOff { commands.append(.hands(false)) }
    return commands + [Command.mode(before.mode)]
  }

  /// Runs all steps, and restores the box at the end.
  /// - Parameter before: status of the box at the beginning.
  /// - Returns: whether nothing has failed.
  /// - Throws: an error of the box, or `Failure` at the end of the input.
  package func run(from before: Status) throws -> Bool {
    defer { for command in Self.restoring(before) { try? send(command) } }
    let steps: [(title: String, look: () throws -> StepResult)] = [
      ("The box", box), ("Sound", sound), ("Camera and light", camera), ("Your place", place), ("Try: bend the music", bend),
      ("Try: take the next track", skip),
    ]
    write("Each question takes y, n or Enter for yes. q leaves the setup.\n")
    var findings: [Finding] = []
    var hasLeft = false
    for (index, step) in steps.enumerated() where !hasLeft {
      write("\n\(index + 1)/\(steps.count) \(step.title)\n")
      let result = try step.look()
      findings += result.findings
      hasLeft = result.hasLeft
    }
    sum(up: findings, hasLeft: hasLeft)
    return !findings.contains { $0.result == .fail }
  }

  private func sum(up findings: [Finding], hasLeft: Bool) {
    write("\nSummary\n")
    show(findings)
    let count = findings.count { $0.result != .good }
    if count > 0 { write("\(count) thing\(count == 1 ? "" : "s") to do, each named above; gfctl doctor looks again.\n") }
    if hasLeft {
      write("The setup was left before its end: gfctl setup begins again.\n")
    } else if count == 0 {
      write("All is well: play!\n")
    }
  }

  // MARK: - Steps

  private func box() throws -> StepResult {
    guard let now = try look(for: Self.startSeconds, until: { $0.state != .starting })?.status else { return StepResult(hasLeft: true) }
    // These have steps of their own.
    let later = Doctor.sound(now) + Doctor.camera(now) + [Doctor.framing(now)].compactMap { $0 }
    let problems = now.problems.map { Finding("problem", .warn, $0) }
    let others = Doctor.box(now).filter { finding in
      finding.result != .good && finding.part != "service" && !later.contains(finding)
        && !now.problems.contains { $0.contains(finding.text) }
    }
    let service = Doctor.box(now).filter { $0.part == "service" }
    let found = problems + others + service
    show(found)
    if now.state != .healthy {
      guard try isYes("Go on all the same?") == true else { return StepResult(findings: found, hasLeft: true) }
    }
    // The gestures that are tried are those of mode player.
    try send(.mode(.player))
    return StepResult(findings: found)
  }

  private func sound() throws -> StepResult {
    let now = try status()
    let card = Doctor.sound(now)
    show(card)
    if card.contains(where: { $0.result == .fail }) {
      advise(now)
      return StepResult(findings: card)
    }
    try send(.play)
    let loud = max(now.control.volume, Self.audible)
    write("Music plays now, softer and louder.\n")
    louder: for share in [0.4, 1, 0.4] {
      try set(volume: loud * share)
      switch try answer(within: 1.5) {
      case .silence: continue
      case .word: break louder
      case .leave: return StepResult(hasLeft: true)
      }
    }
    try set(volume: loud)
    guard let isHeard = try isYes("Do you hear it?") else { return StepResult(hasLeft: true) }
    if isHeard { return StepResult(findings: card + [Finding("music", .good, "you hear it")]) }
    advise(now)
    let finding = Finding("music", .warn, "you do not hear it: check cables and loudspeakers, or choose another card")
    return StepResult(findings: card + [finding])
  }

  private func set(volume: Double) throws { if let volume = Volume(nearest: volume) { try send(.volume(volume)) } }

  /// Shows the current card, the other cards and how to choose one.
  private func advise(_ now: Status) {
    let all = cards()
    let used = all.first { $0.has(now.audio.name) }
    write("The sound goes to \(Terminal.plain(used?.name ?? now.audio.name)).\n")
    let others = all.filter { $0 != used }
    write(others.isEmpty ? "There is no other sound card: check cables and loudspeakers, or plug one in.\n" : "To choose another card:\n")
    for card in others { write("  gfctl config set sound.card \(Terminal.plain(card.id))   # \(Terminal.plain(card.name))\n") }
    if !others.isEmpty { write("  gfctl restart\n") }
  }

  private func camera() throws -> StepResult {
    write("This waits up to \(Int(Self.frameSeconds)) s for a good frame. Enter goes on.\n")
    var found: [Finding] = []
    let last = try look(for: Self.frameSeconds) { now in
      found = Doctor.camera(now)
      return found.contains { $0.part == "light" } && found.allSatisfy { $0.result == .good }
    }
    if last != nil { show(found) }
    return StepResult(findings: found, hasLeft: last == nil)
  }

  private func place() throws -> StepResult {
    if try status().control.handsOff {
      try send(.hands(true))
      write("Hands were off and are on again.\n")
    }
    write("Stand where you will play and raise one open hand. Enter skips this.\n")
    var last: (verdict: String, finding: Finding)?
    let end = try look { now in
      guard now.tracker.hands.contains(where: { $0.fingers >= 4 }), let verdict = now.framing?.verdict,
        let finding = Doctor.framing(now)
      else { return false }
      // The size changes all the time: show only other advice.
      if last?.verdict != verdict { show([finding]) }
      last = (verdict, finding)
      return finding.result == .good
    }
    guard end != nil else { return StepResult(hasLeft: true) }
    let unseen = Finding("framing", .warn, "no open hand was seen: come nearer, more light from the front, fingers up")
    return StepResult(findings: [last?.finding ?? unseen])
  }

  private func bend() throws -> StepResult {
    write("Raise an open hand. Bring thumb and index finger together, then lift or lower the hand. Enter skips this.\n")
    var before = try status().control
    var isHeld = false
    _ = events()
    let end = try look { now in
      for event in events() where event.type == "controlEngaged" && !isHeld {
        guard let value = event.value, ["pitch", "speed"].contains(value) else { continue }
        isHeld = true
        write("The box holds the \(value). Lift or lower the hand now.\n")
      }
      // A button or another client may change the values until a hand holds one.
      if !isHeld { before = now.control }
      return abs(now.control.pitchCents - before.pitchCents) >= Self.leastCents || abs(now.control.speed - before.speed) >= Self.leastSpeed
    }
    guard let (now, isDone) = end else { return StepResult(hasLeft: true) }
    guard isDone else {
      let text = "no pinch has bent the music: raise the open hand first, then pinch (docs/owner/player.md)"
      return StepResult(findings: [Finding("pinch", .warn, text)])
    }
    let (pitch, speed) = (Meter.shown(now.control.pitchCents), Meter.shown(now.control.speed))
    let text = "it bent the music: pitch \(StatusScreen.format(pitch, 0)) cents, speed \(StatusScreen.format(speed, 2))"
    let found = Finding("pinch", .good, text)
    show([found])
    try send(.home)
    write("Speed and pitch are the original again.\n")
    return StepResult(findings: [found])
  }

  private func skip() throws -> StepResult {
    write("Hold up index and middle finger, a peace sign, for a second. Enter skips this.\n")
    _ = events()
    guard let (_, isDone) = try look(until: { _ in events().contains { $0.type == "gestureHeld" && $0.value == "peace" } }) else {
      return StepResult(hasLeft: true)
    }
    let found =
      isDone
      ? Finding("peace sign", .good, "the box has seen it, and the next track plays")
      : Finding("peace sign", .warn, "it was not seen: hold the hand upright and still, the other fingers folded")
    if isDone { show([found]) }
    return StepResult(findings: [found])
  }

  // MARK: - The person

  private func show(_ findings: [Finding]) { for finding in findings { write(finding.line(colour: colour) + "\n") } }

  /// Looks at the box until something is true. It also ends with the time, or when the person presses Enter.
  /// - Parameter seconds: longest wait; nil for no limit.
  /// - Returns: the last status, and whether it became true; nil if the person leaves the setup.
  private func look(for seconds: Double? = nil, until isTrue: (Status) throws -> Bool) throws -> (status: Status, isTrue: Bool)? {
    var waited = 0.0
    while true {
      let now = try status()
      if try isTrue(now) { return (now, true) }
      if let seconds, waited >= seconds { return (now, false) }
      waited += Self.interval
      switch try answer(within: Self.interval) {
      case .silence: continue
      case .word: return (now, false)
      case .leave: return nil
      }
    }
  }

  /// Asks until the reply is yes or no. - Returns: nil if the person leaves the setup.
  private func isYes(_ question: String) throws -> Bool? {
    while true {
      write("\(question) [Y/n/q] ")
      switch try answer(within: nil) {
      case .word(""), .word("y"), .word("yes"): return true
      case .word("n"), .word("no"): return false
      case .word: write("Type y, n or q. ")
      case .silence: continue
      case .leave: return nil
      }
    }
  }

  /// Waits for a line.
  /// - Throws: `Failure` at the end of the input.
  private func answer(within seconds: Double?) throws -> Reply {
    switch input(seconds) {
    case .silence: return .silence
    case .end: throw Failure("the input has ended, and the setup with it", remedy: "gfctl setup begins again")
    case .line(let line):
      let word = line.trimmingCharacters(in: .whitespaces).lowercased()
      return word == "q" || word == "quit" ? .leave : .word(word)
    }
  }
}
