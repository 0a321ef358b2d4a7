import GestureFlowAPI
import MIDI
import Realtime

/// Knobs and keys of other people's gear play the box by its own commands, so that whatever is refused to a client is refused to them.
extension Box {
  /// Tempo of echoes with a knob at its middle: without a set there is none of its own.
  private static let echoTempo = 120.0

  /// - Returns: what was done; nil for a command that has nothing to do with what is learned. - Throws: `Problem` that says why not.
  func actOnLearning(_ command: Command) throws(Problem) -> String? {
    switch command {
    case .midiLearn(let name):
      let target = try target(name)
      let status = try midi().status
      guard status.available else {
        throw .refused("there is no MIDI port (\(status.problem ?? "no reason is known")): nothing can be learned")
      }
      learn.learn(target, at: Clock.seconds)
      // Somebody must see when the time is up.
      part.midi?.wake()
      return "move a knob or press a key within \(Int(LearnTable.patience)) seconds: it plays \(name) from then on"
    case .midiForget(let name):
      guard let control = learn.forget(try target(name)) else { throw .notFound("nothing plays \(name): gfctl midi learn list") }
      return "\(control.text) does not play \(name) any more"
    case .midiLearnCancel: return learn.cancel().map { "\($0.name) is not learned" } ?? "nothing was waited for"
    default: return nil
    }
  }

  private func target(_ name: String) throws(Problem) -> LearnTarget {
    guard let target = LearnTarget(name: name) else { throw .badField("text", "there is no parameter '\(name)'") }
    return target
  }

  /// A parameter's value of now, in its own unit; nil while it has none.
  func present(_ target: LearnTarget) -> Double? {
    let values = controls.values
    let played = instrument.controls.values
    return switch target {
    case .volume: values.volume
    case .speed: values.speed
    case .pitch: values.channel == .stream ? stream.controls.values.pitchCents : values.pitchCents
    case .tempo:
      values.channel == .notes ? played.tempo / Self.echoTempo : stems.heard.map { _ in stems.controls.values.tempo }
    case .stemVolume(let stem): stems.controls.values.channels[stem - 1].volume
    case .stemPitch(let stem): stems.controls.values.channels[stem - 1].pitchCents
    case .tone: played.heardEffects.tone
    case .fuzz: played.heardEffects.fuzz
    case .delay: played.heardEffects.delay
    case .reverb: played.heardEffects.reverb
    case .waveform: InstrumentWaveform.allCases.firstIndex(of: played.heardWaveform).map(Double.init)
    case .play, .next, .prev, .panic, .mute, .solo: nil
    }
  }

  /// Carries out what knobs and keys have asked for since the last call. - Parameter now: seconds of `Clock`.
  func carryOutLearned(at now: Double) {
    for wish in learn.takeWishes(at: now) {
      guard let command = command(for: wish) else { continue }
      // The refusal is told by notice, event and LED already.
      do throws(Problem) { try carryOut(command) } catch { learn.wasRefused(wish.target, at: now) }
    }
  }

  /// Nil where there is nothing to be set yet.
  private func command(for wish: LearnStage.Wish) -> Command? {
    switch wish {
    case .set(let target, let value): command(setting: target, to: value)
    case .press(let target):
      switch target {
      case .play: .toggle
      case .next: .next
      case .prev: .prev
      case .panic: .panic
      case .mute(let stem): .mute(channel: stem)
      case .solo(let stem): .solo(channel: stem)
      case .waveform: .waveform(nextWaveform)
      default: nil
      }
    }
  }

  private func command(setting target: LearnTarget, to value: Double) -> Command? {
    switch target {
    case .volume: .volume(value)
    case .speed: .speed(value)
    case .pitch: .pitch(cents: value)
    case .tempo:
      controls.values.channel == .notes
        ? .tempo(bpm: value * Self.echoTempo) : stems.heard.map { .tempo(bpm: value * Double($0.facts.milliBPM) / 1000) }
    case .stemVolume(let stem): .stemVolume(channel: stem, value)
    case .stemPitch(let stem): .stemPitch(channel: stem, cents: value)
    case .tone: .effect(.tone, value)
    case .fuzz: .effect(.fuzz, value)
    case .delay: .effect(.delay, value)
    case .reverb: .effect(.reverb, value)
    case .waveform:
      InstrumentWaveform.allCases.indices.contains(Int(value)) ? .waveform(InstrumentWaveform.allCases[Int(value)]) : nil
    case .play, .next, .prev, .panic, .mute, .solo: nil
    }
  }

  /// The wave behind the present one, of those within reach; where the tier has this one alone one that is refused, with the reason.
  private var nextWaveform: InstrumentWaveform {
    let values = instrument.controls.values
    let reach = values.limits.waveforms.count > 1 ? values.limits.waveforms : InstrumentWaveform.allCases
    guard let at = reach.firstIndex(of: values.heardWaveform) else { return values.heardWaveform }
    return reach[(at + 1) % reach.count]
  }
}
