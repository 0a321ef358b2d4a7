import GestureFlowAPI
import Modes
import Notes
import Realtime
import Settings
import Sound

/// A scene whose stem set is being loaded. Tempo and loops follow when the set is heard.
struct DueScene: Sendable, Equatable {
  let scene: Scene
  /// Whether fingers chose it, so that a tone reports its end.
  let isByFingers: Bool
}

/// Commands for scenes.
extension Box {
  /// The stored scenes. May wait for the disk.
  package var sceneEntries: [SceneEntry] { scenes.all.map { SceneEntry(number: $0.number, mode: $0.state.mode, title: $0.title) } }

  /// Carries out a command for scenes, beside the controls.
  /// - Returns: what was done.
  /// - Throws: `Problem` with the reason.
  func actOnScene(_ command: Command) throws(Problem) -> String {
    switch command {
    case .sceneSave(let number):
      let scene = present(number.number)
      try scenes.set(scene, at: number)
      return "scene \(number.number) is \(Self.words(scene))"
    case .sceneLoad(let number):
      let scene = try scenes.scene(number)
      let missed = try load(scene).missed
      let done = "scene \(number.number): \(Self.words(scene))"
      return missed.isEmpty ? done : "\(done); not restored: \(missed.joined(separator: "; "))"
    case .sceneClear(let number):
      try scenes.set(nil, at: number)
      return "scene \(number.number) is empty"
    default: throw unhandled(command)
    }
  }

  private static func words(_ scene: Scene) -> String { "mode \(scene.state.mode.rawValue)\(scene.title.map { ", '\($0)'" } ?? "")" }

  /// Returns how the box plays now.
  private func present(_ number: Int) -> Scene {
    var state = SavedState()
    collect(&state)
    state.mode = controls.view.policy.mode
    var scene = Scene(number: number, title: modes[state.mode].title.map { cleaned($0, limit: 100) }, state: state)
    let channel = state.mode.facts.channel
    if channel == .track { scene.filter = controls.values.filter }
    // While another set loads, tempo and loops are still those of the set before.
    guard channel == .stems, let heard = stems.heard, stems.selector.plays(state.stems.set, as: heard.facts.number) else { return scene }
    scene.tempoBPM = Double(heard.facts.milliBPM) / 1000 * heard.state.tempo
    for i in heard.facts.channels.indices {
      let loop = heard.state.channels[i].pending ?? heard.state.channels[i].loop
      if !loop.isWhole { scene.loops.append(Scene.Loop(channel: i + 1, region: StemLoop(loop))) }
    }
    return scene
  }

  // MARK: - Loading

  /// Plays by a scene.
  /// - Returns: what could not be restored, and whether its stem set loads first: then `lookAtDueScene` does the rest.
  /// - Throws: `Problem` if the mode cannot be played.
  private func load(_ scene: Scene, isByFingers: Bool = false) throws(Problem) -> (missed: [String], isDue: Bool) {
    let state = scene.state
    running.change { $0.dueScene = nil }
    try carryOut(.mode(state.mode))
    var missed = carryOut([Volume(state.volume).map { .volume($0) }])
    let channel = state.mode.facts.channel
    switch channel {
    case .track: missed += loadTrack(scene)
    case .stems:
      guard let rest = loadStems(DueScene(scene: scene, isByFingers: isByFingers)) else { return (missed, true) }
      missed += rest
    case .notes: missed += loadNotes(state)
    case .stream:
      missed += carryOut([state.stream.source.map { .stream($0) }])
      if controls.view.stream.pitchCents != state.stream.pitchCents {
        missed += carryOut([Cents(state.stream.pitchCents).map { .pitch(cents: $0) }])
      }
    }
    return (missed, false)
  }

  /// Carries out commands one after another.
  /// - Returns: the reasons of the refusals.
  private func carryOut(_ commands: [Command?]) -> [String] {
    commands.compactMap { command in
      guard let command else { return nil }
      do throws(Problem) {
        try carryOut(command)
        return nil
      } catch { return error.detail }
    }
  }

  private func loadTrack(_ scene: Scene) -> [String] {
    let state = scene.state
    var missed = carryOut([
      Speed(state.speed).map { .speed($0) }, Cents(state.pitchCents).map { .pitch(cents: $0) },
      FilterKnob(scene.filter ?? 0).map { .filter($0) },
    ])
    guard let stick = state.stick, let track = state.track else { return missed }
    if let path = jukebox.path(stick: stick, track: track) {
      // A track that plays already plays on.
      if deck.now?.item.path != path { missed += carryOut([.select(track: path)]) }
    } else {
      missed.append("the track '\(cleaned(track, limit: 100))', whose stick is not there")
    }
    return missed
  }

  /// - Returns: what could not be restored; nil while the set loads.
  private func loadStems(_ due: DueScene) -> [String]? {
    let state = due.scene.state
    let muted = controls.change { controls in
      // A scene has no solo, and that of before would silence its other channels.
      if let solo = controls.stems.values.solo { controls.stems.toggleSolo(solo) }
      return state.stems.channels.prefix(StemControls.channels).enumerated().filter { i, channel in
        controls.stems.set(i, volume: Volume(channel.volume), pitchCents: StemCents(channel.pitchCents))
        guard controls.stems.values.channels[i].isMuted != channel.isMuted else { return false }
        controls.stems.toggleMute(i)
        return true
      }.map(\.offset)
    }
    for stem in muted.compactMap({ StemNumber($0 + 1) }) { pipeline?.carriedOut(.mute(channel: stem)) }
    // Tempo and loops belong to the set, which may have to be loaded first.
    if stems.selector.saved == state.stems.set, stems.selector.plays(state.stems.set, as: stems.heardNumber) { return loadSet(due.scene) }
    guard stems.selector.select(state.stems.set) else { return ["the stem set, whose stick is not there"] }
    running.change { $0.dueScene = due }
    return nil
  }

  /// Sets tempo and loops of a set that is heard.
  private func loadSet(_ scene: Scene) -> [String] {
    guard controls.values.channel == .stems, let heard = stems.heard else { return [] }
    let now = Double(heard.facts.milliBPM) / 1000 * heard.state.tempo
    var commands: [Command?] = []
    if let tempo = scene.tempoBPM, abs(tempo - now) > 0.01 { commands.append(Tempo(tempo).map { .tempo(bpm: $0) }) }
    for i in heard.facts.channels.indices {
      let present = StemLoop(heard.state.channels[i].pending ?? heard.state.channels[i].loop)
      let region = scene.loops.first { $0.channel == i + 1 }?.region ?? .whole
      guard region != present, let channel = StemNumber(i + 1) else { continue }
      commands.append(LoopRequest(channel: channel, region: region).map { .loop($0) })
    }
    return carryOut(commands)
  }

  /// Sets tempo and loops of a scene whose set is heard now. It also reports the scene. Called in each round.
  func lookAtDueScene() {
    guard let due = running.read({ $0.dueScene }) else { return }
    var progress = stems.selector.progress(of: due.scene.state.stems.set, heard: stems.heardNumber)
    if controls.values.channel != .stems { progress = .replaced }
    guard progress != .coming else { return }
    // Another scene may be due since. The progress is not that of its set.
    let isStillDue = running.change { running in
      guard running.dueScene == due else { return false }
      running.dueScene = nil
      return true
    }
    guard isStillDue else { return }
    switch progress {
    case .coming, .replaced: break
    case .refused: refuse("the stem set of scene \(due.scene.number) cannot be played: check its files, or save the scene again")
    case .heard:
      let isTaken = beside(.scene) { [self] in report(due, missed: loadSet(due.scene)) }
      if !isTaken { refuse("too many commands wait: try again later") }
    }
  }

  /// Reports a loaded scene. If fingers chose it, a tone reports it, because the person looks neither at the panel nor
  /// at a screen.
  private func report(_ loaded: DueScene, missed: [String]) {
    if loaded.isByFingers { publish("command", Command.Name.sceneLoad.rawValue) }
    if !missed.isEmpty {
      refuse("scene \(loaded.scene.number) is loaded; not restored: \(missed.joined(separator: "; "))")
    } else if loaded.isByFingers {
      announce(.sceneLoaded)
    }
  }

  private func loadNotes(_ state: SavedState) -> [String] {
    let saved = state.instrument
    var commands: [Command?] = [
      .output(state.output), saved.sound.map { .sound($0) }, saved.scale.flatMap { ScaleName($0) }.map { .scale($0) },
      saved.key.flatMap { KeyName($0) }.map { .key($0) }, saved.waveform.map { .waveform($0) }, saved.bend.map { .bend($0) },
      saved.articulation.map { .legato($0 == .legato) },
      saved.tempo.flatMap { Tempo($0) }.map { .tempo(bpm: $0) },
    ]
    if let low = saved.low, let high = saved.high { commands.append(NoteSpan(low: low, high: high).map { .range($0) }) }
    for effect in InstrumentEffect.allCases {
      commands.append(saved.effects?[effect.rawValue].flatMap { EffectAmount($0) }.map { .effect(effect, $0) })
    }
    return carryOut(commands)
  }

  // MARK: - Choice by fingers

  /// Begins the choice of a scene by fingers, or ends it.
  func chooseScene() {
    guard readsHands else { return refuse("no camera shows fingers that could choose a scene: run gfctl scene load 1") }
    if controls.change({ $0.toggleSceneChoice(at: Clock.seconds) }) { announce(.sceneAwaited) }
  }

  /// Loads the scene that fingers have chosen. It also ends a choice that is over. Any thread may call, and it never
  /// waits for the scene.
  /// - Parameter now: seconds of `Clock`.
  package func lookAtSceneChoice(at now: Double) {
    guard controls.view.sceneChoice != nil, let step = controls.change({ $0.followSceneChoice(at: now) }) else { return }
    switch step {
    case .chosen(let number):
      part.panel.selected(number.number)
      reporter.signals.feel([.channelSelected(number.number - 1)], [])
      if !beside(.scene, { [self] in loadByFingers(number) }) { refuse("too many commands wait: try again later") }
    case .timedOut: refuse("no scene was chosen: press PREV and NEXT together, and hold up one to four fingers")
    case .lowered: break
    }
  }

  /// Loads a scene, and reports the result.
  private func loadByFingers(_ number: SceneNumber) {
    do throws(Problem) {
      let scene = try scenes.scene(number)
      let (missed, isDue) = try load(scene, isByFingers: true)
      if !isDue { report(DueScene(scene: scene, isByFingers: true), missed: missed) }
    } catch { refuse(error.detail) }
  }
}
