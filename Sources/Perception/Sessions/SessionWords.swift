import GestureFlowAPI
import Gestures
import Notes

extension SessionGestures {
  /// Converts the settings to the form of a session.
  package init(_ settings: GestureSettings) {
    self.init(
      pinch: settings.pinch.rawValue, filter: settings.filter.rawValue, speedDetent: settings.speedDetent,
      pitchDetentCents: settings.pitchDetentCents, detentLeave: settings.detentLeave, startVolume: settings.startVolume,
      stemVolumePerSize: settings.stemVolumePerSize, stemCentsPerDegree: settings.stemCentsPerDegree, holdSeconds: settings.holdSeconds,
      instrument: SessionInstrument(settings.instrument),
      bindings: Dictionary(
        uniqueKeysWithValues: settings.bindings.map { mode, poses in
          (mode.rawValue, Dictionary(uniqueKeysWithValues: poses.map { ($0.key.rawValue, $0.value.rawValue) }))
        }), hands: settings.hands.rawValue, reach: settings.reach.rawValue, pinchDistance: settings.pinchDistance,
      selectSeconds: settings.selectSeconds, thereminSnaps: settings.thereminSnaps)
  }

  /// Whether every number is in a safe range. These ranges contain those of the configuration.
  private var isSane: Bool {
    let (shares, numbers) = ([speedDetent, startVolume], [detentLeave, stemVolumePerSize, stemCentsPerDegree])
    return shares.allSatisfy { (0...1).contains($0) } && numbers.allSatisfy { (0...1000).contains($0) }
      && (0...2400).contains(pitchDetentCents) && (0...60).contains(holdSeconds)
      && (0...1).contains(pinchDistance ?? 0) && (0...60).contains(selectSeconds ?? 0)
  }

  /// The settings as the gestures use them. Nil for an unknown word, or for a number outside its range.
  package var settings: GestureSettings? {
    guard isSane else { return nil }
    var settings = GestureSettings()
    guard let pinch = PinchLaw(rawValue: pinch), let filter = FilterKind(rawValue: filter), let instrument = instrument.settings else {
      return nil
    }
    (settings.pinch, settings.filter, settings.instrument) = (pinch, filter, instrument)
    (settings.speedDetent, settings.pitchDetentCents, settings.detentLeave) = (speedDetent, pitchDetentCents, detentLeave)
    (settings.startVolume, settings.stemVolumePerSize, settings.stemCentsPerDegree) = (startVolume, stemVolumePerSize, stemCentsPerDegree)
    settings.holdSeconds = holdSeconds
    if let hands {
      guard let law = HandsLaw(rawValue: hands) else { return nil }
      settings.hands = law
    }
    if let reach {
      guard let law = ReachLaw(rawValue: reach) else { return nil }
      settings.reach = law
    }
    if let pinchDistance { settings.pinchDistance = pinchDistance }
    if let selectSeconds { settings.selectSeconds = selectSeconds }
    if let thereminSnaps { settings.thereminSnaps = thereminSnaps }
    settings.bindings = [:]
    for (mode, poses) in bindings {
      guard let mode = Mode(rawValue: mode) else { return nil }
      for (pose, command) in poses {
        guard let pose = StaticGesture(rawValue: pose), let command = GestureCommand(rawValue: command) else { return nil }
        settings.bindings[mode, default: [:]][pose] = command
      }
    }
    return settings
  }
}

extension SessionInstrument {
  /// Converts the settings to the form of a session.
  package init(_ settings: InstrumentSettings) {
    let layout = settings.layout
    self.init(
      scale: layout.scale.rawValue, key: layout.key.rawValue, low: Int(layout.range.low), high: Int(layout.range.high),
      articulation: settings.articulation.rawValue, bends: settings.bends, sources: settings.sources)
  }

  /// The settings as the instrument uses them; nil for impossible ones.
  package var settings: InstrumentSettings? {
    guard let scale = Scale(rawValue: scale), let key = Key(rawValue: key), let range = NoteRange(low, high),
      let articulation = InstrumentSettings.Articulation(rawValue: articulation)
    else { return nil }
    var settings = InstrumentSettings()
    settings.layout = NoteLayout(scale: scale, key: key, range: range)
    (settings.articulation, settings.bends, settings.sources) = (articulation, bends, min(max(sources, 1), 4))
    return settings
  }
}

extension SessionChanges {
  /// Whether there is nothing to apply.
  package var isEmpty: Bool { self == SessionChanges() }

  /// Returns a stem's entry of a list. The list may be shorter than the stems.
  package static func entry(_ stem: Int, of list: [Double?]?) -> Double? { list.flatMap { stem < $0.count ? $0[stem] : nil } }

  /// Applies the values to an engine, in the order of the box. The caller applies settings and modes.
  package func tellValues(_ gestures: inout GestureEngine) {
    gestures.set(
      speed: speed.map { Float($0) }, pitchCents: pitchCents.map { Float($0) }, volume: volume.map { Float($0) },
      filter: filter.map { Float($0) })
    if let handsOff { gestures.set(handsOff: handsOff) }
    if home ?? false { gestures.goHome() }
    if let stemCount { gestures.set(stemCount: stemCount) }
    for i in 0..<StemsControl.channels {
      let (stemVolume, stemCents) = (Self.entry(i, of: stemVolumes), Self.entry(i, of: stemPitchCents))
      gestures.set(stem: i, volume: stemVolume.map { Float($0) }, pitchCents: stemCents.map { Float($0) })
    }
    if let stem { gestures.select(stem: stem > 0 ? stem - 1 : nil) }
    gestures.set(streamVolume: volume.map { Float($0) }, streamPitchCents: streamPitchCents.map { Float($0) })
    if let settings = instrument?.settings { gestures.set(instrument: settings) }
  }
}
