import GestureFlowAPI
import Panel

extension Box {
  /// Carries out the command of a button.
  package func act(_ news: ButtonEvent) {
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
      // Skip the second click: the double click that follows it undoes the first.
      if !news.isSecond { click(button, command) }
    case .doubleClick(let button):
      if FirstClick.isTakenBack(configuration.doubleClick(button), of: button) { takeBack(button) }
      press(command)
    case .click, .hold, .countIn: press(command)
    }
  }

  /// Carries out a click that a second click may undo.
  private func click(_ button: Button, _ command: Command) {
    let policy = self.policy.withLock { $0 }
    firstClicks.withLock { $0[button, default: FirstClick()].begins(controls.values, policy) }
    let isDone = press(command)
    let now = self.policy.withLock { $0 }
    firstClicks.withLock { $0[button]?.ends(isDone ? now : nil) }
  }

  /// Undoes the first click. A player of another program receives another toggle of play and pause.
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

  /// Carries out a command.
  /// - Returns: whether it was done. `carryOut` has already reported a refusal by notice, event and LED.
  @discardableResult private func press(_ command: Command) -> Bool {
    do throws(Problem) { try carryOut(command) } catch { return false }
    return true
  }

  private func tap(_ bpm: Double) {
    // The first press has paused or resumed. Tapping a tempo needs audible music.
    controls.play()
    guard let tempo = Tempo(bpm) else { return }
    press(.tempo(bpm: tempo))
  }
}
