import Foundation

/// What a client, a button or a held gesture asks the box to do, each with what it takes.
///
/// A value may still be out of its range; `validate` says so, and whoever carries commands out calls it. `CommandBody` is how a command is written as JSON.
public enum Command: Sendable, Equatable {
  case play, pause, toggle
  case next, prev, nextFolder, prevFolder
  /// To a place, in seconds from the track's start.
  case seek(seconds: Double)
  /// A track's path, as `library list` shows it, or its number in the playlist.
  case select(track: String)
  case mode(Mode)
  case nextMode
  case tier(Tier)
  case toggleTier
  /// 0...1.
  case volume(Double)
  /// 0.1...2.0 times the original.
  case speed(Double)
  /// -2400...2400 cents.
  case pitch(cents: Double)
  /// Pause when nobody is there.
  case autopause(Bool)
  /// Hands mean something, or nothing.
  case hands(Bool)
  case toggleHands
  /// Speed 1 and pitch 0; of the selected stem volume 0.8, pitch 0 and no loop.
  case home
  case output(Output)
  /// One of `InstrumentRange.scales`.
  case scale(String)
  /// One of `InstrumentRange.keys`.
  case key(String)
  /// Lowest and highest MIDI note of the instrument, 0...127, an octave at least.
  case range(low: Int, high: Int)
  /// The instrument's wave.
  case waveform(InstrumentWaveform)
  /// How much of an effect, 0...1.
  case effect(InstrumentEffect, Double)
  /// One of the instrument's sounds, by its name.
  case sound(String)
  /// The roll of a hand bends its note.
  case bend(Bool)
  /// The note goes over to that of another zone, instead of being struck anew.
  case legato(Bool)
  /// A stem's loop region, from the next bar line on.
  case loop(StemLoopWish)
  /// Tempo of the stem set, 20...400 quarters a minute.
  case tempo(bpm: Double)
  /// Selects a stem, 1...4: the one that the hands play.
  case channel(Int)
  /// Mutes a stem, 1...4, or lets it be heard again.
  case mute(channel: Int)
  /// Lets a stem, 1...4, be heard alone, or all of them again.
  case solo(channel: Int)
  /// A stem's, 1...4, volume, 0...1.
  case stemVolume(channel: Int, Double)
  /// A stem's, 1...4, pitch, -200...200 cents.
  case stemPitch(channel: Int, cents: Double)
  /// Someone else's music: a source by its name, or "next".
  case stream(String)
  /// Reads all sticks anew.
  case rescan
  /// The whole path of a file whose sound is to be made playable.
  case `import`(path: String)
  /// All notes off.
  case panic
  /// Connects a MIDI port with the box, or leaves it alone, now and whenever it is plugged in again: its name, its client's, or both as `gfctl midi ports` shows them.
  case midiConnect(String), midiDisconnect(String)
  /// The next knob, fader, button or key that is moved plays a parameter, one of `MIDIParameter.names`.
  case midiLearn(String)
  /// Nothing plays a parameter by MIDI any more.
  case midiForget(String)
  /// No knob or key is waited for any more.
  case midiLearnCancel
  /// Installs a licence: the text of its file.
  case licenseInstall(String)
  /// Takes the installed licence away.
  case licenseRemove
  /// What is heard is kept on the box, until it is stopped.
  case captureStart, captureStop
  /// Takes away a capture that is whole, by its name.
  case captureRemove(String)
  /// Reads the configuration files again.
  case reload
  /// Switches the box off.
  case shutdown

  /// A command out of its word and the field that the word takes, checked.
  /// - Throws: `Problem` that names the field that is missing, wrong or too much, and what is allowed.
  public init(_ name: Name, number: Double? = nil, text: String? = nil, flag: Bool? = nil) throws(Problem) {
    try self.init(CommandBody(name, number: number, text: text, flag: flag))
  }

  /// A command out of its JSON form, checked. - Throws: `Problem` that names the field and what is allowed.
  public init(_ body: CommandBody) throws(Problem) {
    try body.refuseStrangers()
    switch body.command {
    case .play: self = .play
    case .pause: self = .pause
    case .toggle: self = .toggle
    case .next: self = .next
    case .prev: self = .prev
    case .nextFolder: self = .nextFolder
    case .prevFolder: self = .prevFolder
    case .seek: self = .seek(seconds: try body.checkedNumber())
    case .select: self = .select(track: try body.checkedText())
    case .mode: self = .mode(try body.word())
    case .nextMode: self = .nextMode
    case .tier: self = .tier(try body.word())
    case .toggleTier: self = .toggleTier
    case .volume: self = .volume(try body.checkedNumber())
    case .speed: self = .speed(try body.checkedNumber())
    case .pitch: self = .pitch(cents: try body.checkedNumber())
    case .autopause: self = .autopause(try body.checkedFlag())
    case .hands: self = .hands(try body.checkedFlag())
    case .toggleHands: self = .toggleHands
    case .home: self = .home
    case .output: self = .output(try body.word())
    case .scale: self = .scale(try body.listedText())
    case .key: self = .key(try body.key())
    case .range:
      let (low, high) = try body.noteRange()
      self = .range(low: low, high: high)
    case .waveform: self = .waveform(try body.word())
    case .effect:
      let (effect, amount) = try body.effectAmount()
      self = .effect(effect, amount)
    case .sound: self = .sound(try body.checkedText())
    case .bend: self = .bend(try body.checkedFlag())
    case .legato: self = .legato(try body.checkedFlag())
    case .loop: self = .loop(try body.loopWish())
    case .tempo: self = .tempo(bpm: try body.checkedNumber())
    case .channel: self = .channel(try body.checkedWhole())
    case .mute: self = .mute(channel: try body.checkedWhole())
    case .solo: self = .solo(channel: try body.checkedWhole())
    case .stemVolume:
      let (channel, volume) = try body.stemValue(StemRange.volumes)
      self = .stemVolume(channel: channel, volume)
    case .stemPitch:
      let (channel, cents) = try body.stemValue(StemRange.cents)
      self = .stemPitch(channel: channel, cents: cents)
    case .stream: self = .stream(try body.checkedText())
    case .rescan: self = .rescan
    case .import: self = .import(path: try body.checkedText())
    case .panic: self = .panic
    case .midiConnect: self = .midiConnect(try body.checkedText())
    case .midiDisconnect: self = .midiDisconnect(try body.checkedText())
    case .midiLearn: self = .midiLearn(try body.listedText())
    case .midiForget: self = .midiForget(try body.listedText())
    case .midiLearnCancel: self = .midiLearnCancel
    case .licenseInstall: self = .licenseInstall(try body.checkedText(most: CommandBody.mostLicenceBytes))
    case .licenseRemove: self = .licenseRemove
    case .captureStart: self = .captureStart
    case .captureStop: self = .captureStop
    case .captureRemove: self = .captureRemove(try body.checkedText())
    case .reload: self = .reload
    case .shutdown: self = .shutdown
    }
  }

  /// The command as JSON has it.
  public var body: CommandBody {
    switch self {
    case .play: CommandBody(.play)
    case .pause: CommandBody(.pause)
    case .toggle: CommandBody(.toggle)
    case .next: CommandBody(.next)
    case .prev: CommandBody(.prev)
    case .nextFolder: CommandBody(.nextFolder)
    case .prevFolder: CommandBody(.prevFolder)
    case .seek(let seconds): CommandBody(.seek, number: seconds)
    case .select(let track): CommandBody(.select, text: track)
    case .mode(let mode): CommandBody(.mode, text: mode.rawValue)
    case .nextMode: CommandBody(.nextMode)
    case .tier(let tier): CommandBody(.tier, text: tier.rawValue)
    case .toggleTier: CommandBody(.toggleTier)
    case .volume(let volume): CommandBody(.volume, number: volume)
    case .speed(let speed): CommandBody(.speed, number: speed)
    case .pitch(let cents): CommandBody(.pitch, number: cents)
    case .autopause(let isOn): CommandBody(.autopause, flag: isOn)
    case .hands(let isOn): CommandBody(.hands, flag: isOn)
    case .toggleHands: CommandBody(.toggleHands)
    case .home: CommandBody(.home)
    case .output(let output): CommandBody(.output, text: output.rawValue)
    case .scale(let text): CommandBody(.scale, text: text)
    case .key(let text): CommandBody(.key, text: text)
    case .range(let low, let high): CommandBody(.range, text: "\(low) \(high)")
    case .waveform(let waveform): CommandBody(.waveform, text: waveform.rawValue)
    case .effect(let effect, let amount): CommandBody(.effect, text: "\(effect.rawValue) \(amount)")
    case .sound(let name): CommandBody(.sound, text: name)
    case .bend(let isOn): CommandBody(.bend, flag: isOn)
    case .legato(let isOn): CommandBody(.legato, flag: isOn)
    case .loop(let wish): CommandBody(.loop, text: wish.text)
    case .tempo(let bpm): CommandBody(.tempo, number: bpm)
    case .channel(let channel): CommandBody(.channel, number: Double(channel))
    case .mute(let channel): CommandBody(.mute, number: Double(channel))
    case .solo(let channel): CommandBody(.solo, number: Double(channel))
    case .stemVolume(let channel, let volume): CommandBody(.stemVolume, stem: channel, volume)
    case .stemPitch(let channel, let cents): CommandBody(.stemPitch, stem: channel, cents)
    case .stream(let name): CommandBody(.stream, text: name)
    case .rescan: CommandBody(.rescan)
    case .import(let path): CommandBody(.import, text: path)
    case .panic: CommandBody(.panic)
    case .midiConnect(let port): CommandBody(.midiConnect, text: port)
    case .midiDisconnect(let port): CommandBody(.midiDisconnect, text: port)
    case .midiLearn(let parameter): CommandBody(.midiLearn, text: parameter)
    case .midiForget(let parameter): CommandBody(.midiForget, text: parameter)
    case .midiLearnCancel: CommandBody(.midiLearnCancel)
    case .licenseInstall(let text): CommandBody(.licenseInstall, text: text)
    case .licenseRemove: CommandBody(.licenseRemove)
    case .captureStart: CommandBody(.captureStart)
    case .captureStop: CommandBody(.captureStop)
    case .captureRemove(let name): CommandBody(.captureRemove, text: name)
    case .reload: CommandBody(.reload)
    case .shutdown: CommandBody(.shutdown)
    }
  }

  /// The command's word on the wire, which is also the value of its event.
  public var name: Name { body.command }

  /// Checks that the value is in its range. - Throws: `Problem` that names the field and what is allowed.
  public func validate() throws(Problem) { _ = try Command(body) }

  /// Reads the body of `POST /v1/commands`. - Throws: `Problem` that names the field that is wrong.
  public static func read(_ body: Data) throws(Problem) -> Command { try Command(try CommandBody.read(body)) }
}

extension Command: Codable {
  /// - Throws: a decoding error, or `Problem` when the fields do not fit the word.
  public init(from decoder: any Decoder) throws { try self.init(CommandBody(from: decoder)) }

  /// Writes the command as `CommandBody` has it.
  public func encode(to encoder: any Encoder) throws { try body.encode(to: encoder) }
}

/// The answer to a command that was carried out.
public struct CommandAnswer: Codable, Sendable {
  /// What the box did, in a sentence.
  public var done: String
  /// - Parameter done: what the box did, in a sentence.
  public init(done: String) { self.done = done }
}
