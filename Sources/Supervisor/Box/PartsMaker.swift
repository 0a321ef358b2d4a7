import Camera
import GestureFlowAPI
import Library
import MIDI
import Modes
import Panel
import Perception
import Realtime
import Settings
import Sound

/// A factory of the box's parts and their callbacks.
///
/// A free run has no real time: it takes no input from other devices and sends nothing to them. So it lacks these
/// parts.
struct PartsMaker: Sendable {
  let settings: RunSettings
  let config: ConfigStore
  let log: BootLog
  let hub: EventHub
  let eventClock: EventClock
  let engine: SoundEngine
  let controls: ControlLoop

  private var configuration: Configuration { config.configuration }
  private var isFree: Bool { settings.freeRunning }

  func osc() -> OSCPart? { isFree ? nil : OSCPart(configuration, board: settings.board) { [log] in log.notice($0) } }

  /// Opens a session that replaces camera and tracker; nil without one.
  /// - Throws: `FileError` when the file is not a session.
  func replay() throws -> ReplayFile? {
    guard case .replay(let path) = settings.camera else { return nil }
    return try ReplayFile(path, isLive: !isFree, log: log)
  }

  /// Makes the tracker. Loading the models takes seconds, so the gestures get the configuration that applies after
  /// loading, not that of the box's start.
  func tracker(_ osc: OSCPart?, _ replay: ReplayFile?, _ signals: Signals) -> TrackerPart {
    TrackerPart(settings) { [config, settings] pipeline in
      config.apply { pipeline.apply(settings.gestures($0)) }
    } make: { [self] models in
      try HandsPipeline(
        models: models, settings: settings, gestures: settings.gestures(configuration), controls: controls, hub: hub,
        eventClock: eventClock, log: log, live: !isFree, keepHistory: settings.report != nil, outlet: osc, replay: replay,
        ask: { [controls] in controls.post(.command($0) { _ in }) },
        feel: { [isFree] in if !isFree { signals.feel($0, $1) } })
    }
  }

  /// - Parameters:
  ///   - source: replaces the camera of the settings.
  ///   - wasAskedFor: whether the command line named it. Its end then ends the run; the end of a film of the
  ///     configuration does not.
  func camera(_ source: (any FrameSource)?, _ tracker: TrackerPart, wasAskedFor: Bool, _ runEnd: RunEnd) -> CameraPart {
    CameraPart(
      settings, request: configuration.cameraRequest(on: settings.board), orientation: .camera(mirror: configuration.cameraMirror),
      log: log,
      source: source,
      workers: { tracker.workers() }
    ) { [log] in
      if wasAskedFor { return runEnd.ask() }
      log.notice("the film has ended, so hands are gone: press PLAY or run gfctl play to continue the music")
    }
  }

  func panel(_ device: any PanelDevice) -> PanelPart {
    PanelPart(device, configuration: configuration) { [controls] in
      controls.post(.button($0))
    } onStartHold: { [controls] in
      controls.post(.startHold($0))
    }
  }

  /// Seconds of decoded sound needed before a track's loudness may be measured. It is half of what the deck keeps.
  private static let aheadToMeasure = 4.5

  func library(_ deck: Deck, _ events: LibraryEvents) -> LibraryPart {
    var music = configuration.musicSettings(stateFolder: settings.stateFolder)
    // A free run always gives the same sound, so do not measure loudness.
    if isFree { music.measuresLoudness = false }
    // Decoding a file must delay nothing: the deck has enough decoded sound, and no stems may be read from a stick.
    let mayMeasure = { @Sendable [controls] in
      controls.values.channel != .stems && deck.now.map { $0.ahead > Self.aheadToMeasure } ?? true
    }
    return LibraryPart(
      music, indexPath: indexPath(), isWanted: settings.play.isEmpty, mayMeasure: mayMeasure
    ) { events.hear($0, of: $1) }
  }

  /// Returns the path of the library's index; nil keeps it in memory. The index may have ended earlier starts: without
  /// trust, it is moved aside unread and a new one is begun. Otherwise the next good start would read it again.
  private func indexPath() -> String? {
    guard let path = settings.stateFolder.map({ $0 + "/library.sqlite" }) else { return nil }
    guard settings.trust < .everything else { return path }
    do throws(FileError) {
      try LibraryIndex.setAside(path)
      return path
    } catch {
      log.part("library", .warn, "\(error)")
      return nil
    }
  }

  func touch() -> TouchPart {
    TouchPart(configuration.touchChoice(isLive: !isFree)) { [log] in
      log.notice($0)
    } onTouch: { [controls] in
      controls.post(.touches($0, captureTime: $1))
    }
  }

  func midi(_ sequencer: @escaping @Sendable () -> any SequencerDevice, _ inputs: MIDIInputs) -> MIDIPart? {
    if isFree { return nil }
    return MIDIPart(engine, configuration: configuration, device: sequencer, wakeSignal: inputs.wakeSignal) {
      inputs.hear($0)
    } onRound: { now, isLast in
      isLast ? (inputs.tempo.end(at: now), false) : inputs.round(at: now)
    }
  }

  func tempo(_ stems: StemController) -> TempoController {
    TempoController(
      stems, controls, configuration,
      dependencies: TempoController.Dependencies(pair: { [engine] in engine.clockPair }, notice: { [log] in log.notice($0) }))
  }

  func link(_ link: LinkController) -> LinkPart? {
    isFree ? nil : LinkPart(configuration, onRound: { link.round($0, at: $1) }, onEnd: { link.end() })
  }

  func modes(
    _ jukebox: Jukebox, _ deck: Deck, _ stems: StemController, _ instrument: InstrumentController, _ stream: StreamController,
    _ reporter: Reporter
  ) -> PlayModes {
    PlayModes(controls, jukebox, deck, stems, instrument, stream) { reporter.publish("sound", $0) }
  }

  func sources(_ modes: PlayModes, _ stream: StreamController, _ reporter: Reporter) -> SourceSwitcher {
    SourceSwitcher(
      modes.now.wanted,
      SourceSwitcher.Dependencies(
        wanted: { modes.now.wanted }, source: { modes.source($0) },
        look: { reporter.look(at: stream, now: $0) },
        settled: { [controls] source in
          if controls.values.isBetween { controls.change { $0.begin(source?.channel ?? .stream) } }
        }))
  }

  func stream(_ ways: StreamDependencies, _ stream: StreamController, _ sources: SourceSwitcher) -> StreamPart? {
    if isFree { return nil }
    let isPlayed = { @Sendable [controls] in controls.values.channel == .stream }
    return StreamPart(ways, configuration, isPlayed: isPlayed, unheeding: { stream.unheeding }) { event in
      if let event { stream.hear(event) }
      sources.wake()
    }
  }

  /// Makes the captures. Returns nil in a free run or without a state folder.
  func capture(_ reporter: Reporter) -> CaptureController? {
    guard !isFree, let folder = settings.stateFolder else { return nil }
    return CaptureController(engine, folder: folder + "/captures") { [log] in
      log.notice($0)
    } tell: {
      reporter.publish("capture", $0)
    }
  }
}
