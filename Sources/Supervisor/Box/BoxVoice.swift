import GestureFlowAPI
import Modes
import Realtime
import Settings
import Sound

extension Configuration {
  /// Gain of the voice, 0...1. A voice that is off has 0.
  package var voiceGain: Float { voice ? Float(voiceVolume) : 0 }
}

/// The voice of the box.
extension Box {
  /// Makes the voice. A run at a workbench has a screen, and a run without a folder has no place for the sentences.
  func startVoice() {
    guard settings.isAppliance, !settings.freeRunning, let folder = settings.stateFolder else { return }
    let dependencies = VoiceController.Dependencies(
      folder: folder + "/voice",
      settings: { [config] in
        let configuration = config.configuration
        let language = VoiceLanguage(rawValue: configuration.voiceLanguage) ?? .en
        return (language, configuration.voiceGain)
      }, report: { [weak self] in self?.spokenReport ?? [] }, push: { [engine] in engine.speech.push($0) },
      save: { [files] in files.run($0) }, notice: { [log] in log.notice($0) })
    let new = try? VoiceController(dependencies, hasToured: loop.keeping.saved.hasHeardTour)
    running.change { $0.voice = new }
  }

  /// Speaks the tour once, and each problem once when it begins. Call it when no tone sounds or waits.
  /// - Parameter now: seconds of `Clock`.
  func speakNews(at now: Double) {
    guard let speaker = running.now.voice, config.configuration.voiceGain > 0, sinkHealth.running else { return }
    let signals = reporter.signals
    // The notes of a player come first.
    if signals.isOverNotes { return }
    speaker.welcome()
    let problems = spokenProblems
    let new = signals.state.withLock { $0.spoken.take(problems, at: now) }
    if !new.isEmpty { speaker.say(.problems(new)) }
  }

  /// Speaks all problems, or that all is well. Never waits.
  func speakReport() { running.now.voice?.say(.report) }

  /// Names of the sentences for all problems, each once. An update that waits for PLAY comes last.
  private var spokenProblems: [String] {
    var names: [String] = []
    for problem in health.problems {
      let name = Sentences.name(of: problem)
      if !names.contains(name) { names.append(name) }
    }
    if !missingStems.isEmpty { names.append(Sentences.stems) }
    return names + [updates.sentence(at: Clock.seconds)].compactMap { $0 }
  }

  /// Names of the sentences of a report; none without a sound card.
  private var spokenReport: [String] {
    guard sinkHealth.running else { return [] }
    let problems = spokenProblems
    return problems.isEmpty ? [controls.values.mode.facts.signal.rawValue] : problems
  }
}
