/// A request of a client, button or held gesture, with its argument.
///
/// A command that exists is valid. A new command is a case, a name, a row and a line of `body` here, and its handler
/// in the part of the box that its row names. Decoding, refusals, gfctl, sessions and docs/reference/api.md use the
/// row.
public enum Command: Sendable, Equatable {
  case play, pause, toggle
  case next, prev, nextFolder, prevFolder
  case seek(seconds: TrackTime)
  /// A track's path as `library list` shows it, or its playlist number.
  case select(track: String)
  case shuffle(Bool), `repeat`(RepeatMode)
  /// A track, as for `select`.
  case queue(track: String)
  case queueRemove(QueueNumber), queueClear
  case sceneSave(SceneNumber), sceneLoad(SceneNumber), sceneClear(SceneNumber)
  case mode(Mode)
  case nextMode
  case tier(Tier)
  case toggleTier
  case volume(Volume)
  case speed(Speed)
  case pitch(cents: Cents)
  case filter(FilterKnob)
  case autopause(Bool)
  case hands(Bool)
  case toggleHands, swapHands, home
  case output(Output)
  case scale(ScaleName)
  case key(KeyName)
  case range(NoteSpan)
  case waveform(InstrumentWaveform)
  case effect(InstrumentEffect, EffectAmount)
  case sound(String)
  case bend(Bool), legato(Bool)
  case loop(LoopRequest)
  case tempo(bpm: Tempo)
  case channel(StemNumber), mute(channel: StemNumber), solo(channel: StemNumber)
  case stemVolume(channel: StemNumber, Volume)
  case stemPitch(channel: StemNumber, cents: StemCents)
  case stream(String)
  case rescan
  case `import`(path: String)
  case panic
  case midiConnect(String), midiDisconnect(String)
  case midiLearn(MIDIParameterName), midiForget(MIDIParameterName), midiLearnCancel
  case licenseInstall(String), licenseRemove
  case captureStart, captureStop, captureRemove(String)
  case reload, test(PartTest), pairingCode, shutdown

  /// The words on the wire, and what each takes. A field that it does not take is refused.
  public enum Name: String, Codable, Sendable, CaseIterable {
    case play, pause, toggle, next, prev, nextFolder, prevFolder, seek, select
    case shuffle, `repeat`, queue, queueRemove, queueClear
    case sceneSave, sceneLoad, sceneClear
    case mode, nextMode, tier, toggleTier
    case volume, speed, pitch, filter
    case autopause, hands, toggleHands, swapHands, home
    case output, scale, key, range, waveform, effect, sound, bend, legato
    case loop, tempo, channel, mute, solo, stemVolume, stemPitch
    case stream, rescan, `import`, panic
    case midiConnect, midiDisconnect, midiLearn, midiForget, midiLearnCancel
    case licenseInstall, licenseRemove, captureStart, captureStop, captureRemove
    case reload, test, pairingCode, shutdown
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
    case .seek(let time): CommandBody(.seek, time)
    case .select(let track): CommandBody(.select, track)
    case .shuffle(let isOn): CommandBody(.shuffle, isOn)
    case .repeat(let mode): CommandBody(.repeat, mode)
    case .queue(let track): CommandBody(.queue, track)
    case .queueRemove(let number): CommandBody(.queueRemove, number)
    case .queueClear: CommandBody(.queueClear)
    case .sceneSave(let number): CommandBody(.sceneSave, number)
    case .sceneLoad(let number): CommandBody(.sceneLoad, number)
    case .sceneClear(let number): CommandBody(.sceneClear, number)
    case .mode(let mode): CommandBody(.mode, mode)
    case .nextMode: CommandBody(.nextMode)
    case .tier(let tier): CommandBody(.tier, tier)
    case .toggleTier: CommandBody(.toggleTier)
    case .volume(let volume): CommandBody(.volume, volume)
    case .speed(let speed): CommandBody(.speed, speed)
    case .pitch(let cents): CommandBody(.pitch, cents)
    case .filter(let knob): CommandBody(.filter, knob)
    case .autopause(let isOn): CommandBody(.autopause, isOn)
    case .hands(let isOn): CommandBody(.hands, isOn)
    case .toggleHands: CommandBody(.toggleHands)
    case .swapHands: CommandBody(.swapHands)
    case .home: CommandBody(.home)
    case .output(let output): CommandBody(.output, output)
    case .scale(let name): CommandBody(.scale, name)
    case .key(let name): CommandBody(.key, name)
    case .range(let span): CommandBody(.range, "\(span.low) \(span.high)")
    case .waveform(let waveform): CommandBody(.waveform, waveform)
    case .effect(let effect, let amount): CommandBody(.effect, "\(effect.rawValue) \(amount.value)")
    case .sound(let name): CommandBody(.sound, name)
    case .bend(let isOn): CommandBody(.bend, isOn)
    case .legato(let isOn): CommandBody(.legato, isOn)
    case .loop(let request): CommandBody(.loop, request.text)
    case .tempo(let tempo): CommandBody(.tempo, tempo)
    case .channel(let stem): CommandBody(.channel, stem)
    case .mute(let stem): CommandBody(.mute, stem)
    case .solo(let stem): CommandBody(.solo, stem)
    case .stemVolume(let stem, let volume): CommandBody(.stemVolume, "\(stem.number) \(Self.plain(volume.value))")
    case .stemPitch(let stem, let cents): CommandBody(.stemPitch, "\(stem.number) \(Self.plain(cents.value))")
    case .stream(let name): CommandBody(.stream, name)
    case .rescan: CommandBody(.rescan)
    case .import(let path): CommandBody(.import, path)
    case .panic: CommandBody(.panic)
    case .midiConnect(let port): CommandBody(.midiConnect, port)
    case .midiDisconnect(let port): CommandBody(.midiDisconnect, port)
    case .midiLearn(let parameter): CommandBody(.midiLearn, parameter)
    case .midiForget(let parameter): CommandBody(.midiForget, parameter)
    case .midiLearnCancel: CommandBody(.midiLearnCancel)
    case .licenseInstall(let text): CommandBody(.licenseInstall, text)
    case .licenseRemove: CommandBody(.licenseRemove)
    case .captureStart: CommandBody(.captureStart)
    case .captureStop: CommandBody(.captureStop)
    case .captureRemove(let name): CommandBody(.captureRemove, name)
    case .reload: CommandBody(.reload)
    case .test(let test): CommandBody(.test, test)
    case .pairingCode: CommandBody(.pairingCode)
    case .shutdown: CommandBody(.shutdown)
    }
  }

  /// The row of a command.
  package static func row(of name: Name) -> CommandRow {
    switch name {
    case .play: CommandRow(.transport, .again, .play, "Plays.")
    case .pause: CommandRow(.transport, .again, .pause, "Pauses; hands do not end this pause.")
    case .toggle: CommandRow(.transport, .again, .toggle, "Plays or pauses, like the PLAY button.")
    case .next:
      CommandRow(.transport, .again, .next, "To the next track; in mode stems to the next set, in mode instrument to the next sound.")
    case .prev:
      CommandRow(
        .transport, .again, .prev, "To the previous track; in mode stems to the previous set, in mode instrument to the previous sound.")
    case .nextFolder:
      CommandRow(.transport, .again, .nextFolder, "To the next folder; in mode instrument to the next scale.", gfctl: "next")
    case .prevFolder:
      CommandRow(.transport, .again, .prevFolder, "To the previous folder; in mode instrument to the previous scale.", gfctl: "prev")
    case .seek: CommandRow(.transport, .again, Command.seek, "To a position in the track.")
    case .select:
      CommandRow(
        .transport, .again, Command.select, "Plays a track of the library; in mode stems a set.",
        value: "Its path, as `gfctl library list` shows it; a set also by its name or its place in the list, from 0.")
    case .shuffle:
      CommandRow(
        .transport, .again, Command.shuffle, "Plays the tracks of mode player in random order: on or off.",
        more: "No track comes again before all have played, and prev goes back in that order.")
    case .repeat:
      CommandRow(
        .transport, .again, Command.repeat, "How mode player goes on after a track, and after the last one.",
        value: "off pauses after the last track, track plays one again, all begins with the first again.",
        more: "Music is read up to nine seconds ahead, so a change at a track's end applies after the next track.")
    case .queue:
      CommandRow(
        .transport, .again, Command.queue, "Plays a track after the present one; then the folder goes on.",
        value: "Its path, as `gfctl library list` shows it, or its place in the list, from 0.",
        more: "Up to 200 tracks wait, in the order in which they came.")
    case .queueRemove:
      CommandRow(.transport, .again, Command.queueRemove, "Takes a track out of the queue.", gfctl: "queue remove")
    case .queueClear: CommandRow(.transport, .again, .queueClear, "Empties the queue.", gfctl: "queue clear")
    case .sceneSave:
      CommandRow(
        .scene, .never, Command.sceneSave, "Stores how the box plays now as a scene.",
        more: "A scene holds the mode, its track, set or sound, and its values: speed, pitch, filter, volumes, loops, tempo, scale.",
        gfctl: "scene save")
    case .sceneLoad:
      CommandRow(
        .scene, .never, Command.sceneLoad, "Plays by a stored scene.",
        more: "A track or set whose stick is missing is left out, and the answer says so.", gfctl: "scene load")
    case .sceneClear: CommandRow(.scene, .never, Command.sceneClear, "Removes a stored scene.", gfctl: "scene clear")
    case .mode: CommandRow(.mode, .told, Command.mode, "Changes what the hands play.")
    case .nextMode: CommandRow(.mode, .told, .nextMode, "Changes to the next mode, like the MODE button.", gfctl: "")
    case .tier: CommandRow(.mode, .never, Command.tier, "Changes the tier.")
    case .toggleTier: CommandRow(.mode, .never, .toggleTier, "Changes to the other tier, like the TIER button.", gfctl: "")
    case .volume: CommandRow(.transport, .told, Command.volume, "Sets the volume.")
    case .speed: CommandRow(.transport, .told, Command.speed, "Sets the speed; the pitch stays.")
    case .pitch: CommandRow(.transport, .told, Command.pitch, "Sets the pitch; the speed stays.")
    case .filter:
      CommandRow(
        .transport, .told, Command.filter, "Sets the filter of the song in mode player; 0 leaves the song untouched.",
        more: "From -1 to 0 the low-pass opens from 75 Hz, from 0 to 1 the high-pass closes up to 7.7 kHz.")
    case .autopause: CommandRow(.hands, .again, Command.autopause, "Pause when no person is there: on or off.")
    case .hands:
      CommandRow(
        .hands, .told, Command.hands, "Whether gestures have an effect: on or off.",
        more: "Off is the null mode: gestures have no effect until gfctl hands on, both fists for a second, or a double click on MODE.")
    case .toggleHands: CommandRow(.hands, .told, .toggleHands, "Switches the effect of gestures off or on.", gfctl: "")
    case .swapHands:
      CommandRow(
        .box, .never, .swapHands, "Exchanges the roles of the hands, for left-handed players, or changes them back.",
        more: "It sets gestures.hands to swapped or both. The TIER button held for 3 s does the same.", gfctl: "swap-hands")
    case .home:
      CommandRow(
        .hands, .told, .home, "Back to the original: speed 1, pitch 0 and no filter.",
        more:
          "In mode stems the selected channel goes to volume 0.8 and pitch 0, and its loop ends. A fist held by the hand that plays does the same."
      )
    case .output:
      CommandRow(
        .instrument, .again, Command.output, "The destination of the instrument's notes.",
        more: "Sounding notes end where they began.")
    case .scale: CommandRow(.instrument, .told, Command.scale, "The scale of the instrument's notes.")
    case .key: CommandRow(.instrument, .told, Command.key, "The root note of the instrument's scale.")
    case .range:
      CommandRow(
        .instrument, .told,
        form:
          "LOW HIGH: two notes such as C3 C5, or as MIDI numbers from 0 to 127 such as 48 72, the high one at least 12 semitones above the low one",
        example: "C3 C5", "The range of the instrument's notes."
      ) { NoteSpan($0).map(Command.range) }
    case .waveform: CommandRow(.instrument, .again, Command.waveform, "The wave of the instrument's sound.")
    case .effect:
      CommandRow(
        .instrument, .again, form: "EFFECT AMOUNT: tone, fuzz, delay or reverb, and an amount from 0 to 1", example: "delay 0.4",
        "How much of an effect the instrument has."
      ) { text in
        pair(text, InstrumentEffect.init(rawValue:), EffectAmount.init(_:)).map { .effect($0, $1) }
      }
    case .sound: CommandRow(.instrument, .again, Command.sound, "The sound of the instrument.", value: "The name of a sound.")
    case .bend:
      CommandRow(
        .instrument, .told, Command.bend, "The roll of a hand bends its note: on or off.", more: "In the chromatic scale it always does."
      )
    case .legato: CommandRow(.instrument, .told, Command.legato, "Notes glide into the next one instead of starting anew: on or off.")
    case .loop:
      CommandRow(
        .transport, .again,
        form: "CHANNEL START END or CHANNEL off: a channel from 1 to 4, quarters from 0 to 4, the start before the end", example: "2 1 3",
        "Repeats a region of a stem, from the next bar line on."
      ) { LoopRequest($0).map(Command.loop) }
    case .tempo:
      CommandRow(
        .stems, .again, Command.tempo,
        "Sets the tempo of the stem set, the pitch stays; in mode instrument that of echoes in beats.",
        value: "In mode stems from half to twice the set's own.")
    case .channel: CommandRow(.stems, .told, Command.channel, "Selects the stem that the hands play.", gfctl: "stem")
    case .mute: CommandRow(.stems, .again, Command.mute, "Mutes a stem or unmutes it.", gfctl: "stem")
    case .solo: CommandRow(.stems, .again, Command.solo, "Plays a stem alone, or with the others again.", gfctl: "stem")
    case .stemVolume:
      CommandRow(
        .stems, .told, form: "CHANNEL VOLUME: a channel from 1 to 4, a volume from 0 to 1 (share of full volume)", example: "2 0.5",
        "Sets the volume of a stem.", gfctl: "stem"
      ) { text in
        pair(text, StemNumber.init(text:), Volume.init(_:)).map { .stemVolume(channel: $0, $1) }
      }
    case .stemPitch:
      CommandRow(
        .stems, .told, form: "CHANNEL CENTS: a channel from 1 to 4, a pitch from -200 to 200 (cents)", example: "2 -50",
        "Sets the pitch of a stem.", gfctl: "stem"
      ) { text in
        pair(text, StemNumber.init(text:), StemCents.init(_:)).map { .stemPitch(channel: $0, cents: $1) }
      }
    case .stream:
      CommandRow(
        .stream, .again, Command.stream, "Chooses the source of mode stream: another program's player, or a pipe.",
        value: "The name of a source, next for the one after the chosen one, or auto for the one that begins to play last.")
    case .rescan: CommandRow(.library, .never, .rescan, "Reads all sticks again; unchanged tracks are kept.", gfctl: "library rescan")
    case .import:
      CommandRow(.library, .never, Command.import, "Makes the sound of a film playable.", value: "The file's whole path on the box.")
    case .panic: CommandRow(.instrument, .again, .panic, "All notes off, here and on the MIDI port.")
    case .midiConnect:
      CommandRow(
        .midi, .never, Command.midiConnect, "Connects a port, now and whenever it is plugged in again, until the box is switched off.",
        value: "A port's name, its client's, or both as 'gfctl midi ports' shows them; or its numbers such as 24:0.",
        more: "To connect a port at every start, set it in the configuration: gfctl config set midi.connect 'Keystation'.",
        gfctl: "midi connect")
    case .midiDisconnect:
      CommandRow(
        .midi, .never, Command.midiDisconnect,
        "Ends a port's notes and keeps it disconnected until it is connected again or the box is switched off.",
        value: "A port's name, its client's, or both as 'gfctl midi ports' shows them; or its numbers such as 24:0.",
        gfctl: "midi disconnect")
    case .midiLearn:
      CommandRow(
        .midi, .never, Command.midiLearn, "The next knob or key that moves controls the parameter from then on.", gfctl: "midi learn")
    case .midiForget:
      CommandRow(
        .midi, .never, Command.midiForget, "Removes the knob or key from the parameter.", gfctl: "midi learn forget")
    case .midiLearnCancel:
      CommandRow(.midi, .never, .midiLearnCancel, "Stops waiting for a knob or key.", gfctl: "midi learn cancel")
    case .licenseInstall:
      CommandRow(
        .licence, .never, form: "a licence's text of 1 to 60000 bytes", example: "{\"format\": \"gestureflow-licence\"}", most: 60_000,
        "Installs a licence and keeps the previous one.", gfctl: "license install", make: Command.licenseInstall)
    case .licenseRemove: CommandRow(.licence, .never, .licenseRemove, "Removes the installed licence.", gfctl: "license remove")
    case .captureStart:
      CommandRow(
        .capture, .never, .captureStart, "Records the sound to a FLAC file.",
        more:
          "It ends with `gfctl capture stop`, when the box goes down, or with less than 200 MB free. Every four hours another file begins.",
        gfctl: "capture start")
    case .captureStop:
      CommandRow(
        .capture, .never, .captureStop, "Ends the capture; its file is finished then, or a little later on a slow disk.",
        gfctl: "capture stop")
    case .captureRemove:
      CommandRow(
        .capture, .never, Command.captureRemove, "Deletes a capture.", value: "The name of a finished capture.",
        gfctl: "capture remove")
    case .reload: CommandRow(.box, .never, .reload, "Reads the configuration files again.", gfctl: "")
    case .test:
      CommandRow(
        .box, .never, Command.test, "Begins a test that a person follows by ear and eye, or ends it.",
        more: "The event test tells each step, and testEnded the end: it is empty, or the problem with its remedy.")
    case .pairingCode:
      CommandRow(
        .box, .never, .pairingCode, "Makes a code of six digits, with which a browser on the network may use the page.",
        more: "The box also speaks it. It pairs one browser within five minutes; five wrong guesses end it.", gfctl: "network page code")
    case .shutdown: CommandRow(.box, .never, .shutdown, "Fades the music and switches the box off.")
    }
  }
}
