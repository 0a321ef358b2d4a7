extension Command {
  /// The words. Which of the other fields each takes is said beside it; a field that it does not take is refused.
  public enum Name: String, Codable, Sendable, CaseIterable {
    case play, pause, toggle
    case next, prev, nextFolder, prevFolder
    /// `number`: seconds from the track's start.
    case seek
    /// `text`: a track's path, as `library list` shows it, or its number in the playlist.
    case select
    /// `text`: player, stems, instrument, theremin or stream.
    case mode
    case nextMode
    /// `text`: free or pro.
    case tier
    case toggleTier
    /// `number`: 0...1.
    case volume
    /// `number`: 0.1...2.0.
    case speed
    /// `number`: -2400...2400 cents.
    case pitch
    /// `flag`.
    case autopause
    /// `flag`: hands mean something; false until it is set again.
    case hands
    case toggleHands
    /// Speed 1 and pitch 0; of the selected stem volume 0.8, pitch 0 and no loop.
    case home
    /// `text`: audio, midi or both.
    case output
    /// `text`: a scale of the instrument, such as pentatonicMajor.
    case scale
    /// `text`: the key that the scale begins with, such as Bb or F#.
    case key
    /// `text`: `LOW HIGH`, the instrument's lowest and highest note, as names (C3 C5) or as MIDI numbers (48 72), an octave apart at least.
    case range
    /// `text`: sine, saw, triangle or square.
    case waveform
    /// `text`: `EFFECT AMOUNT`, tone, fuzz, delay or reverb, and how much of it, 0...1.
    case effect
    /// `text`: the name of a sound of the instrument.
    case sound
    /// `flag`: the roll of a hand bends its note.
    case bend
    /// `flag`: the note goes over to that of another zone, instead of being struck anew.
    case legato
    /// `text`: `CHANNEL START END`, a stem's loop region from its next bar line on, in quarters of the stem's length, 0...4; or `CHANNEL off`.
    case loop
    /// `number`: 20...400, quarters a minute of the stem set.
    case tempo
    /// `number`: 1...4, the stem that the hands play.
    case channel
    /// `number`: 1...4, the stem that is muted, or heard again if it was.
    case mute
    /// `number`: 1...4, the stem that is heard alone, or with the others again if it was.
    case solo
    /// `text`: `CHANNEL VOLUME`, a stem's volume, 0...1.
    case stemVolume
    /// `text`: `CHANNEL CENTS`, a stem's pitch, -200...200 cents.
    case stemPitch
    /// `text`: name of a source of mode stream, next, or auto for the one that begins to play last.
    case stream
    /// Reads all sticks anew.
    case rescan
    /// `text`: path of a file to import.
    case `import`
    /// All notes off.
    case panic
    /// `text`: a MIDI port's name, its client's, both as `CLIENT:PORT`, or its numbers such as 24:0.
    case midiConnect, midiDisconnect
    /// `text`: a parameter, such as volume, `volume 2` or `mute 1`: the next knob or key that is moved plays it.
    case midiLearn
    /// `text`: a parameter, which no knob or key plays any more.
    case midiForget
    /// No knob or key is waited for any more.
    case midiLearnCancel
    /// `text`: a licence, the whole text of its file.
    case licenseInstall
    /// Takes the installed licence away.
    case licenseRemove
    /// What is heard is kept as FLAC on the box, until it is stopped.
    case captureStart, captureStop
    /// `text`: name of a capture that is whole, which is taken away for good.
    case captureRemove
    /// Reads the configuration files again.
    case reload
    /// Switches the box off.
    case shutdown
  }

  /// What a command takes.
  public enum Argument: Sendable, Equatable {
    case none
    /// Allowed range and unit.
    case number(ClosedRange<Double>, unit: String)
    /// Allowed range of a number without a fraction, and what it counts.
    case whole(ClosedRange<Int>, unit: String)
    /// Allowed words; any text when there are none.
    case text([String])
    /// A text of several words: which, in words, and one that is taken.
    case form(String, example: String)
    case flag
  }

  /// The argument of each word.
  public static func argument(of name: Name) -> Argument {
    switch name {
    case .seek: .number(0...86_400 * 2, unit: "seconds")
    case .volume: .number(0...1, unit: "share of full volume")
    case .speed: .number(0.1...2, unit: "times the original speed")
    case .pitch: .number(-2400...2400, unit: "cents")
    case .mode: .text(Mode.allCases.map(\.rawValue))
    case .tier: .text(Tier.allCases.map(\.rawValue))
    case .output: .text(Output.allCases.map(\.rawValue))
    case .scale: .text(InstrumentRange.scales)
    case .key: .text(InstrumentRange.keys)
    case .range: .form(InstrumentRange.rangeForm, example: "C3 C5")
    case .waveform: .text(InstrumentWaveform.allCases.map(\.rawValue))
    case .effect: .form(InstrumentRange.effectForm, example: "delay 0.4")
    case .select, .sound, .stream, .import, .midiConnect, .midiDisconnect, .captureRemove: .text([])
    case .midiLearn, .midiForget: .text(MIDIParameter.names)
    case .licenseInstall:
      .form("a licence's text of 1 to \(CommandBody.mostLicenceBytes) bytes", example: "{\"format\": \"gestureflow-licence\"}")
    case .loop: .form(StemRange.loopForm, example: "2 1 3")
    case .tempo: .number(StemRange.tempi, unit: "beats a minute")
    case .channel, .mute, .solo: .whole(StemRange.channels, unit: "the stem's channel")
    case .stemVolume: .form(StemRange.volumeForm, example: "2 0.5")
    case .stemPitch: .form(StemRange.pitchForm, example: "2 -50")
    case .autopause, .hands, .bend, .legato: .flag
    case .play, .pause, .toggle, .next, .prev, .nextFolder, .prevFolder, .nextMode, .toggleTier, .toggleHands, .home, .rescan, .panic,
      .midiLearnCancel,
      .licenseRemove, .captureStart, .captureStop, .reload, .shutdown:
      .none
    }
  }
}
