import Camera
import GestureFlowAPI
import Gestures
import Hands
import Perception
import Realtime

/// Reads the gestures of the pipeline's frames.
extension ControlLoop: HandsControls {
  package var mode: Mode { values.mode }

  package func begin(_ gestures: GestureEngine) {
    change { controls in
      controls.begin(gestures)
      controls.sessionPart = SessionPart()
    }
  }

  package func post(_ hands: HandFrame, of frame: Frame, for handler: any HandsHandler) { post(ControlEvent.hands(handler, frame, hands)) }

  package func postNoFrame(at time: Double, waited: Double?, isLost: Bool, for handler: any HandsHandler) {
    post(ControlEvent.noFrame(handler, at: time, waited: waited, isLost: isLost))
  }

  package func post(replayed frame: Frame, for handler: any HandsHandler) { post(ControlEvent.replayed(handler, frame)) }

  package func post(gesture: GestureCommand) { post(ControlEvent.gesture(gesture)) }

  package func read(_ hands: HandFrame, of frame: Frame, at stamp: Double, for pipeline: HandsPipeline) -> HandsPipeline.FrameResult? {
    change { controls -> HandsPipeline.FrameResult? in
      controls.tellHands(of: pipeline, at: hands.time)
      let begun = Clock.nanoseconds
      guard let output = controls.reading?.process(hands) else { return nil }
      pipeline.gestureTimes.record(Clock.nanoseconds - begun)
      var control = output.control
      // In a replayed session the hands' time comes from another clock.
      control.time = frame.time
      controls.hands(control, output.events, at: hands.time)
      controls.sceneChoice?.see(output.raised, at: hands.time)
      return controls.result(output, at: stamp, of: pipeline)
    }
  }

  package func readNothing(at now: Double, waited: Double?, for pipeline: HandsPipeline) -> (
    time: Double, stamp: Double, result: HandsPipeline.FrameResult
  )? {
    change { controls -> (time: Double, stamp: Double, result: HandsPipeline.FrameResult)? in
      controls.tellHands(of: pipeline, at: nil)
      guard let (time, output) = controls.reading?.noFrame(at: now, waited: waited) else { return nil }
      var control = output.control
      // No frame belongs to these values.
      control.time = 0
      controls.hands(control, output.events, at: time)
      controls.sceneChoice?.see(nil, at: time)
      let stamp = pipeline.eventClock.seconds(ofFrame: time)
      return (time, stamp, controls.result(output, at: stamp, of: pipeline))
    }
  }

  package func endNotes() { change { $0.instrument.hands(nil, captureTime: 0) } }

  package func begin(_ header: SessionHeader, for pipeline: HandsPipeline) {
    change { controls in
      let engine = GestureEngine(header)
      pipeline.session.begin(&controls.sessionPart, engine, controls.values)
      controls.begin(engine)
    }
  }

  package func waitForHands() { change { $0.waitForHands() } }

  package func tell(_ changes: SessionChanges, for pipeline: HandsPipeline) {
    change { controls in
      controls.reading?.gestures.take(changes, noise: pipeline.modelSize.noise)
      // Other settings make a new engine, which holds nothing.
      if changes.gestures != nil { controls.forgetHands() }
      if let gestures = controls.reading?.gestures { pipeline.session.changed(&controls.sessionPart, changes, gestures) }
    }
  }

  package func take(_ changes: SessionChanges) { change { $0.take(changes) } }
}

extension SessionRecorder {
  fileprivate func begin(_ part: inout SessionPart, _ gestures: GestureEngine, _ values: Controls.Values) {
    begin(&part, gestures, isPaused: values.isPaused, autoPause: values.autoPause, isAway: values.isAway)
  }
}

extension Controls {
  /// Gives the gesture engine what others set since the last frame. It also records it in the session.
  /// - Parameter time: time of the frame in seconds of the hands' clock; nil without a frame.
  fileprivate mutating func tellHands(of pipeline: HandsPipeline, at time: Double?) {
    // A replayed session contains its own settings, mode, look-ahead and values: ignore those of the box.
    guard pipeline.replay == nil, let now = reading?.gestures else { return }
    let (fresh, toLoudspeaker) = pipeline.takeSettings()
    let isOther = fresh.map { $0 != now.settings } ?? false
    let begins = pipeline.session.begins(&sessionPart, isHolding: now.isHolding, at: time)
    if begins || isOther {
      var engine = GestureEngine(fresh ?? now.settings, noise: pipeline.modelSize.noise, mode: now.mode, after: begins ? nil : now)
      engine.lookAhead = now.lookAhead
      begin(engine)
      if begins { pipeline.session.begin(&sessionPart, engine, values) }
    }
    if let toLoudspeaker { reading?.gestures.lookAhead = Float(toLoudspeaker) }
    let (others, mode) = (takeChanges(), values.mode)
    guard var changes = reading?.take(others, mode: mode), let current = reading else { return }
    if isOther, !begins { changes.gestures = fresh.map { SessionGestures($0) } }
    pipeline.session.changed(&sessionPart, changes, current.gestures)
    pipeline.limitHands(
      isForAll: current.gestures.everyHandPlays, sources: instrument.values.settings.sources, sounding: current.sounding)
  }

  /// Returns the results of a frame, or of a pause without frames. It takes the changes of notes.
  fileprivate mutating func result(_ output: GestureEngine.Output, at stamp: Double, of pipeline: HandsPipeline)
    -> HandsPipeline.FrameResult
  {
    let sample = sample(at: stamp, keepsPlace: pipeline.keepHistory)
    return HandsPipeline.FrameResult(
      output: output, sample: sample, notes: instrument.takeChanges(), mode: values.mode, sideConflicts: reading?.sideConflicts ?? 0,
      holdingHands: reading?.gestures.holdingHands ?? [])
  }

  /// Returns the values that apply now.
  /// - Parameter keepsPlace: whether to add the number of output frames rendered so far.
  private func sample(at stamp: Double, keepsPlace: Bool) -> ControlSample {
    let heardStems = values.channel == .stems ? stems : nil
    let heardNotes = values.channel == .notes ? instrument : nil
    var sample = ControlSample(
      t: stamp, speed: values.speed, pitchCents: values.pitchCents, volume: values.volume, stems: heardStems?.values.samples,
      frame: keepsPlace ? heardStems?.rendered ?? heardNotes?.rendered : nil)
    sample.notes = heardNotes?.samples
    if values.channel == .track, values.filter != 0 { sample.filter = values.filter }
    if values.channel == .stream { sample.streamPitchCents = stream.values.pitchCents }
    return sample
  }

  /// Sets the box's own values to those of a session. Those are the heard ones.
  fileprivate mutating func take(_ changes: SessionChanges) {
    set(
      speed: changes.speed.flatMap(Speed.init(nearest:)), pitchCents: changes.pitchCents.flatMap(Cents.init(nearest:)),
      volume: changes.volume.flatMap(Volume.init(nearest:)), filter: changes.filter.flatMap(FilterKnob.init(nearest:)))
    for channel in 0..<StemControls.channels {
      stems.set(
        channel, volume: SessionChanges.entry(channel, of: changes.stemVolumes).flatMap(Volume.init(nearest:)),
        pitchCents: SessionChanges.entry(channel, of: changes.stemPitchCents).flatMap(StemCents.init(nearest:)))
    }
    if let stem = changes.stem { stems.select(stem > 0 ? stem - 1 : nil) }
    if let cents = changes.streamPitchCents.flatMap(Cents.init(nearest:)) { stream.set(pitchCents: cents) }
    guard let settings = changes.instrument?.settings else { return }
    instrument.set { values in
      (values.scale, values.key, values.range) = (settings.layout.scale, settings.layout.key, settings.layout.range)
      (values.articulation, values.bends) = (settings.articulation, settings.bends)
    }
  }
}
