import GestureFlowAPI
import MIDI

/// Commands of learned knobs and keys.
///
/// They are the box's own commands, so a command that is refused to a client is refused to them, too. Any thread but
/// the audio thread may call.
extension MIDIInputs {
  /// The learned controls.
  package var learned: LearnTable { state.withLock { $0.learn.table } }

  /// Lets the next knob or key control a parameter.
  /// - Parameter now: seconds of `Clock`.
  package func learn(_ target: LearnTarget, at now: Double) { state.withLock { $0.learn.learn(target, at: now) } }

  /// Stops waiting for a knob or key.
  /// - Returns: the parameter that waited.
  package func cancelLearning() -> LearnTarget? { state.withLock { $0.learn.cancel() } }

  /// Removes the control of a parameter.
  /// - Returns: the removed control; nil if the parameter had none.
  package func forget(_ target: LearnTarget) -> LearnControl? { state.withLock { $0.learn.forget(target) } }

  /// Adds the learned controls and the waiting parameter to the status.
  package func addLearned(to status: inout MIDIStatus) { state.withLock { $0.learn.add(to: &status) } }

  /// Tempo of the instrument's echoes at the middle of a knob. Without a stem set, no other tempo is known.
  private static let echoTempo = 120.0

  /// Returns a parameter's present value in its own unit. Returns nil without a value.
  func present(_ target: LearnTarget) -> Double? {
    let view = controls.view
    let (values, played) = (view.values, view.instrument.values)
    return switch target {
    case .volume: values.volume
    case .speed: values.speed
    case .pitch: values.channel == .stream ? view.stream.pitchCents : values.pitchCents
    case .tempo:
      values.channel == .notes ? played.tempo / Self.echoTempo : stems.heard.map { _ in view.stems.tempo }
    case .stemVolume(let stem): view.stems.channels[stem - 1].volume
    case .stemPitch(let stem): view.stems.channels[stem - 1].pitchCents
    case .tone: played.heardEffects.tone
    case .fuzz: played.heardEffects.fuzz
    case .delay: played.heardEffects.delay
    case .reverb: played.heardEffects.reverb
    case .waveform: InstrumentWaveform.allCases.firstIndex(of: played.heardWaveform).map(Double.init)
    case .play, .next, .prev, .panic, .mute, .solo: nil
    }
  }

  /// Carries out the requests of knobs and keys since the last call.
  /// - Parameter now: seconds of `Clock`.
  func carryOutLearned(at now: Double) {
    let (requests, sentence) = state.withLock { $0.learn.takeRequests(at: now) }
    if let sentence { log.notice(sentence) }
    for request in requests {
      do throws(Problem) {
        guard let command = try command(for: request) else { continue }
        controls.post(.command(command) { [self] in if case .failure = $0 { wasRefused(request, at: now) } })
      } catch { wasRefused(request, at: now) }
    }
  }

  private func wasRefused(_ request: LearnState.Request, at now: Double) {
    state.withLock { $0.learn.wasRefused(request.target, at: now) }
  }

  /// Returns the command of a request. Returns nil while there is nothing to set.
  /// - Throws: `Problem` for a value out of range.
  private func command(for request: LearnState.Request) throws(Problem) -> Command? {
    switch request {
    case .set(let target, let value): try command(setting: target, to: value)
    case .press(let target):
      switch target {
      case .play: .toggle
      case .next: .next
      case .prev: .prev
      case .panic: .panic
      case .mute(let stem): StemNumber(stem).map(Command.mute)
      case .solo(let stem): StemNumber(stem).map(Command.solo)
      case .waveform: .waveform(nextWaveform)
      default: nil
      }
    }
  }

  private func command(setting target: LearnTarget, to value: Double) throws(Problem) -> Command? {
    switch target {
    case .volume: return Volume(value).map(Command.volume)
    case .speed: return Speed(value).map(Command.speed)
    case .pitch: return Cents(value).map(Command.pitch)
    case .tempo:
      if controls.values.channel == .notes { return try Command(.tempo, number: value * Self.echoTempo) }
      guard let set = stems.heard else { return nil }
      return try Command(.tempo, number: value * Double(set.facts.milliBPM) / 1000)
    case .stemVolume(let stem):
      return StemNumber(stem).flatMap { stem in Volume(value).map { .stemVolume(channel: stem, $0) } }
    case .stemPitch(let stem):
      return StemNumber(stem).flatMap { stem in StemCents(value).map { .stemPitch(channel: stem, cents: $0) } }
    case .tone: return EffectAmount(value).map { .effect(.tone, $0) }
    case .fuzz: return EffectAmount(value).map { .effect(.fuzz, $0) }
    case .delay: return EffectAmount(value).map { .effect(.delay, $0) }
    case .reverb: return EffectAmount(value).map { .effect(.reverb, $0) }
    case .waveform:
      return InstrumentWaveform.allCases.indices.contains(Int(value)) ? .waveform(InstrumentWaveform.allCases[Int(value)]) : nil
    case .play, .next, .prev, .panic, .mute, .solo: return nil
    }
  }

  /// The next waveform of those that the tier allows. If the tier allows only one, returns the next of all waveforms:
  /// it is refused, with the reason.
  private var nextWaveform: InstrumentWaveform {
    let values = instrument.values
    let reach = values.limits.waveforms.count > 1 ? values.limits.waveforms : InstrumentWaveform.allCases
    guard let at = reach.firstIndex(of: values.heardWaveform) else { return values.heardWaveform }
    return reach[(at + 1) % reach.count]
  }
}
