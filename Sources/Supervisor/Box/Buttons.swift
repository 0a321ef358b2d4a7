import GestureFlowAPI
import Panel

extension Box {
  /// Carries out what a button asks for.
  package func act(_ news: ButtonNews) {
    let action = news.action
    let configuration = config.configuration
    switch action {
    case .click(let button): note("button", "\(button.rawValue) click")
    case .doubleClick(let button): note("button", "\(button.rawValue) doubleClick")
    case .hold(let button):
      part.panel.count(in: nil)
      note("button", "\(button.rawValue) hold")
    case .countIn(_, let share): part.panel.count(in: share)
    }
    if controls.values.channel == .stems {
      switch taps.withLock({ $0.read(news, beats: stems.beats) }) {
      case .other: break
      case .tempo(let beats): return tap(beats * stems.metre.beatQuarters)
      case .nothing: return
      }
    }
    let command = ButtonTable.command(
      for: action, autoPause: controls.values.autoPause, output: instrument.controls.values.output
    ) { configuration.doubleClick($0) }
    guard let command else { return }
    switch action {
    case .click(let button) where FirstClick.isTakenBack(configuration.doubleClick(button), of: button):
      // The second click of two takes back the first, with the double click that follows it.
      if !news.isSecond { click(button, command) }
    case .doubleClick(let button):
      if FirstClick.isTakenBack(configuration.doubleClick(button), of: button) { takeBack(button) }
      press(command)
    case .click, .hold, .countIn: press(command)
    }
  }

  /// A click that a second one may take back.
  private func click(_ button: Button, _ command: Command) {
    let policy = self.policy.withLock { $0 }
    firstClicks.withLock { $0[button, default: FirstClick()].begins(controls.values, policy) }
    let isDone = press(command)
    let now = self.policy.withLock { $0 }
    firstClicks.withLock { $0[button]?.ends(isDone ? now : nil) }
  }

  /// Undoes what the first click did. Another program's player is asked for the other of play and pause again.
  private func takeBack(_ button: Button) {
    let policy = self.policy.withLock { $0 }
    guard let before = firstClicks.withLock({ $0[button]?.takeBack(policy) }) else { return }
    switch button {
    case .play where controls.values.channel == .stream: press(.toggle)
    case .play:
      controls.takeBackPauses(before.values)
      performance?.carriedOut(before.values.isPaused ? .pause : .play)
    case .mode, .tier:
      self.policy.withLock { policy in
        policy = before.policy
        follow(policy)
      }
    case .prev, .next: break
    }
  }

  /// - Returns: whether it was done. A refusal is told by notice, event and LED already.
  @discardableResult private func press(_ command: Command) -> Bool {
    do throws(Problem) { try carryOut(command) } catch { return false }
    return true
  }

  private func tap(_ bpm: Double) {
    // The first press has paused, or gone on: taps are for what is heard.
    controls.play()
    guard let tempo = Tempo(bpm) else { return }
    press(.tempo(bpm: tempo))
  }
}
