import GestureFlowAPI
import Gestures
import Modes
import Panel

extension Box {
  /// Carries out a button's command, on the thread of the controls.
  package func handle(_ event: ButtonEvent) {
    // The hold that switches off may have begun before the test.
    if tester.takes(event) { return part.panel.count(in: nil) }
    let action = event.action
    let configuration = config.configuration
    switch action {
    case .click(let button): publish("button", "\(button.rawValue) click")
    case .doubleClick(let button): publish("button", "\(button.rawValue) doubleClick")
    case .hold(let button):
      part.panel.count(in: nil)
      publish("button", "\(button.rawValue) hold")
    case .longHold(let button): publish("button", "\(button.rawValue) longHold")
    case .prevAndNext: publish("button", "prev+next click")
    case .countIn(_, let share): part.panel.count(in: share)
    }
    if action == .prevAndNext { return chooseScene() }
    if action == .longHold(.mode) { return repeatTour() }
    if controls.values.channel == .stems {
      let beats = stems.beats
      switch controls.change({ $0.buttons.taps.read(event, beats: beats) }) {
      case .other: break
      case .tempo(let beats): return tap(beats * stems.metre.beatQuarters)
      case .nothing: return
      }
    }
    if action == .hold(.play), holdForUpdate() { return }
    // Besides the configured command.
    if action == .doubleClick(.play) { speakReport() }
    let command = ButtonTable.command(
      for: action, autoPause: controls.values.autoPause, output: instrument.values.output
    ) { configuration.doubleClick($0) }
    guard let command else { return }
    switch action {
    case .click(let button) where FirstClick.isTakenBack(configuration.doubleClick(button), of: button):
      // Skip the second click: the double click that follows it undoes the first.
      if !event.isSecond { click(button, command) }
    case .doubleClick(let button):
      if FirstClick.isTakenBack(configuration.doubleClick(button), of: button) { takeBack(button) }
      press(command)
    case .hold(.mode):
      controls.change { $0.buttons.autoPause = $0.values.autoPause }
      press(command)
    case .hold(.tier):
      controls.change { $0.buttons.output = $0.instrument.values.output }
      press(command)
    case .longHold(.tier):
      // The hold before it has changed the output.
      let output = controls.change { $0.buttons.output }
      if let output, output != instrument.values.output { press(.output(output), isTold: false) }
      press(command)
    case .click, .hold, .longHold, .prevAndNext, .countIn: press(command)
    }
  }

  /// Carries out a step of PLAY and MODE held since power-on. They start the tests of all parts, for a person without a
  /// screen.
  package func handle(_ hold: StartHold.Step) {
    if settings.freeRunning { return }
    switch hold {
    case .held:
      part.panel.loop.tested = Set(LED.allCases)
      reporter.signals.play(.testBegins)
    case .released:
      do throws(Problem) {
        try tester.startAll(
          isBooted: { self.loop.isBooted }, problems: { self.health.problems }, advice: { self.presentAdvice },
          run: { beside(.test, $0) })
      } catch {
        part.panel.loop.tested = nil
        refuse(error.detail)
      }
    case .stuck(let buttons):
      part.panel.loop.tested = nil
      let names = Button.allCases.filter { buttons.contains($0) }.map { $0.rawValue.uppercased() }.joined(separator: " and ")
      log.notice("still down \(Int(StartHold.most)) s after the start: \(names): check the wires of the buttons")
    case .lost: part.panel.loop.tested = nil
    }
  }

  /// Carries out a click that a second click may undo.
  private func click(_ button: Button, _ command: Command) {
    let before = controls.view
    controls.change { $0.buttons.firstClicks[button, default: FirstClick()].begins(before.values, before.policy) }
    let isDone = press(command)
    let now = controls.view.policy
    controls.change { $0.buttons.firstClicks[button]?.ends(isDone ? now : nil) }
  }

  /// Undoes the first click. A player of another program receives another toggle of play and pause.
  private func takeBack(_ button: Button) {
    let policy = controls.view.policy
    guard let before = controls.change({ $0.buttons.firstClicks[button]?.takeBack(policy) }) else { return }
    switch button {
    case .play where controls.values.channel == .stream: press(.toggle)
    case .play:
      controls.change { $0.takeBackPauses(before.values) }
      pipeline?.carriedOut(before.values.isPaused ? .pause : .play)
    case .mode, .tier:
      controls.change { $0.follow(before.policy) }
      stems.openIfPlayed()
    case .prev, .next: break
    }
  }

  /// Speaks the tour again, and undoes the hold before it. Without a voice the hold stays as it is.
  private func repeatTour() {
    guard let speaker = running.now.voice, speaker.isInstalled, config.configuration.voiceGain > 0 else { return }
    let before = controls.change { $0.buttons.autoPause }
    if let before, before != controls.values.autoPause { press(.autopause(before), isTold: false) }
    speaker.say(.tour)
  }

  /// Carries out a command. Its end reports a refusal by notice, event and LED.
  /// - Parameter isTold: whether a setting that it changes has a tone and a light. Undoing an earlier hold has none.
  /// - Returns: false if it was refused at once. A command that runs beside the controls counts as done.
  @discardableResult private func press(_ command: Command, isTold: Bool = true) -> Bool {
    let answer = Answer<Bool>()
    // A slow command may end in another mode.
    let playsNotes = controls.values.channel == .notes
    if !isTold { reporter.signals.withdraw(.setting) }
    controls.post(
      .command(command) { [self] result in
        switch result {
        case .success: if isTold, let changed = settingSignal(of: command, playsNotes: playsNotes) { announce(changed) }
        case .failure:
          // The person at the box sees no answer. A tone that the end has sounded is not sounded again.
          reporter.signals.soundRefusal()
          answer.set(false)
        }
      }, by: self)
    return answer.takeIfThere() ?? true
  }

  /// Returns the signal of a changed setting. Returns nil for a command that changes none.
  private func settingSignal(of command: Command, playsNotes: Bool) -> Signal? {
    switch command {
    case .autopause(let isOn): isOn ? .settingOn : .settingOff
    case .toggleHands: controls.values.areHandsOff ? .settingOff : .settingOn
    case .swapHands: config.configuration.hands == HandsLaw.swapped.rawValue ? .settingOn : .settingOff
    case .output: .settingNext
    // In the other modes they choose music.
    case .nextFolder, .prevFolder: playsNotes ? .settingNext : nil
    default: nil
    }
  }

  private func tap(_ bpm: Double) {
    // The first press has paused or resumed. Tapping a tempo needs audible music.
    controls.change { $0.play() }
    guard let tempo = Tempo(bpm) else { return }
    press(.tempo(bpm: tempo))
  }
}
