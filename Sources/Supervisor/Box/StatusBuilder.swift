import Camera
import Foundation
import GestureFlowAPI
import Modes
import Perception
import Realtime
import Sound

/// A builder that collects the status from the parts.
struct StatusBuilder {
  private let box: Box
  private let camera: CameraLoop?
  private let source: (any FrameSource)?
  private let snapshot: HandsPipeline.Snapshot?
  private let quality: FrameQuality?
  private let uptime: Double

  init(_ box: Box, uptime: Double) {
    self.box = box
    camera = box.part.camera.loop
    source = box.part.camera.source
    snapshot = box.pipeline?.snapshot
    quality = snapshot?.lastFrame.map { FrameQuality(of: $0) }
    self.uptime = uptime
  }

  func build() -> Status {
    let memory = ProcessFigures.memoryMB
    let skipped = box.deck.problems.map { "skipped \($0)" }
    let missing = box.missingStems.map {
      "stems: \(cleaned($0, limit: FileError.longestPath)) cannot be read, so its channel falls silent: put its stick back, or choose another set"
    }
    let (state, problems) = judge(skipped, missing)
    var status = Status(
      version: Version.current, uptimeSeconds: uptime.rounded(digits: 2), state: state, problems: problems,
      mode: box.controls.view.policy.mode, camera: cameraStatus, tracker: tracker, control: control, track: track, audio: audio,
      threads: box.threads, memoryMB: memory.now.rounded(digits: 1), peakMemoryMB: memory.peak.rounded(digits: 1),
      cpuSeconds: ProcessFigures.cpuSeconds.rounded(digits: 2), notices: box.log.lastNotices)
    status.framing = box.advice(snapshot, quality).status
    status.player = box.jukebox.status
    status.tier = box.controls.view.policy.tier
    status.licence = box.licence.status
    status.autoPause = box.controls.values.autoPause
    status.parts = box.parts
    status.panel = box.part.panel.status
    status.library = box.part.library.status
    status.machine = MachineFigures.now
    status.board = BoardStatus(box.settings)
    status.pid = Int(getpid())
    status.noMedia = box.isOutOfMedia
    let mode = box.modes[status.mode].status(snapshot)
    (status.stems, status.instrument, status.stream) = (mode.stems, mode.instrument, mode.stream)
    status.output = box.instrument.values.output
    status.midi = midi
    status.link = box.link.status
    status.capture = box.capture?.status
    status.update = box.updates.status(at: Clock.seconds)
    let frameToLevels = status.tracker.captureToParameterMs
    status.latency = box.tester.ledToFrame.map {
      LatencyStatus(
        ledToFrameMs: $0, frameToLevelsMs: frameToLevels, levelsToCardMs: levelsToCard, levelsToSoundMs: box.tester.levelsToSound)
    }
    return status
  }

  private var levelsToCard: Double? { box.sink.kind == "alsa" ? (1000 * box.sink.health.fullSeconds).rounded(digits: 2) : nil }

  private var midi: MIDIStatus? {
    box.controls.view.instrument.midi.map {
      var status = $0.status
      box.tempo.add(to: &status)
      box.inputs.addLearned(to: &status)
      return status
    }
  }

  /// Returns state and problems. Skipped files of a list that the owner named are a problem; the library keeps its
  /// own list of them.
  private func judge(_ skipped: [String], _ missing: [String]) -> (Status.State, [String]) {
    if box.settings.freeRunning {
      let problems = (box.pipeline == nil ? ["no hand tracking: run `make setup`, then gflab rehearse"] : []) + skipped + missing
      return (problems.isEmpty ? .healthy : .degraded, problems)
    }
    let health = box.health
    let named = box.settings.play.isEmpty ? [] : skipped
    let problems = health.problems.map { "\($0.name): \($0.reason ?? ""): \($0.remedy ?? "")" } + named + missing
    return (health.state == .healthy && !(named + missing).isEmpty ? .degraded : health.state, problems)
  }

  private var cameraStatus: CameraStatus {
    let frames = camera?.framesReceived ?? snapshot?.frames ?? 0
    var status = CameraStatus(
      name: source?.name ?? "", connected: camera?.isConnected ?? (source != nil),
      framesPerSecond: (camera?.framesPerSecond ?? Double(frames) / max(uptime, 0.001)).rounded(digits: 2),
      frames: frames, droppedFrames: camera?.dropped ?? 0)
    status.warnedFrames = camera?.damage.warned
    status.refusedFrames = camera?.damage.refused
    (status.warnedPictures, status.refusedPictures) = (status.warnedFrames, status.refusedFrames)
    status.light = quality?.light.mean.rounded(digits: 3)
    status.contrast = quality?.contrast.rounded(digits: 3)
    status.sharpness = quality?.sharpness.rounded(digits: 3)
    status.noise = quality?.noise.rounded(digits: 4)
    status.lightVerdict = box.verdict(snapshot, quality)?.rawValue
    (status.width, status.height) = (snapshot?.lastFrame?.width, snapshot?.lastFrame?.height)
    return status
  }

  private var tracker: TrackerStatus {
    let none = Quantiles(count: 0, p50: 0, p95: 0, p99: 0, max: 0)
    guard let p = box.pipeline, let snapshot else {
      return TrackerStatus(
        model: "", hands: [], decodeMs: none, palmMs: none, landmarkMs: none, gestureMs: none, wholeMs: none, captureToParameterMs: none,
        palmRuns: 0, acquisitions: 0, losses: 0, duplicatesDropped: 0, flipsResisted: 0)
    }
    var hands = snapshot.hands
    for (index, place) in zip(hands.indices, box.places(snapshot)) {
      hands[index].size = place?.size.rounded(digits: 3)
      hands[index].distanceMetres = place?.distance.rounded(digits: 2)
      hands[index].cutAt = place?.cutAt?.rawValue
    }
    var status = TrackerStatus(
      model: p.modelSize.rawValue, hands: hands, decodeMs: Quantiles(p.decodeTimes), palmMs: Quantiles(p.timings.palm),
      landmarkMs: Quantiles(p.timings.landmark), gestureMs: Quantiles(p.gestureTimes), wholeMs: Quantiles(p.timings.whole),
      captureToParameterMs: box.settings.freeRunning ? none : Quantiles(box.engine.player.controlLatency),
      palmRuns: snapshot.quality.palmRuns, acquisitions: snapshot.quality.acquisitions, losses: snapshot.quality.losses,
      duplicatesDropped: snapshot.quality.duplicatesDropped, flipsResisted: snapshot.quality.flipsResisted)
    status.sideConflicts = snapshot.sideConflicts
    status.looksSpared = snapshot.quality.looksSpared
    status.modelReason = box.part.tracker.choice.reason
    status.saving = p.saving
    return status
  }

  private var control: ControlStatus {
    let values = box.controls.values
    let frame = snapshot?.control
    let c = frame?.player
    var held: [String] = []
    if c?.speedGrip != nil { held.append("speed") }
    if c?.pitchGrip != nil { held.append("pitch") }
    if c?.volumeHeld == true { held.append("volume") }
    if c?.filterHeld == true { held.append("filter") }
    if let grip = frame?.stems?.grip { held.append(grip.rawValue) }
    if frame?.stems?.region != nil { held.append("loop") }
    if frame?.stream?.volumeHeld == true { held.append("volume") }
    if frame?.stream?.pitchGrip != nil { held.append("pitch") }
    var status = ControlStatus(
      speed: values.speed.rounded(digits: 4), pitchCents: values.pitchCents.rounded(digits: 1), volume: values.volume.rounded(digits: 4),
      held: held,
      handsPresent: frame?.handsPresent ?? false, autoPaused: values.isAway, paused: values.isPaused)
    // A new pinch at rest is neither kind of grip yet.
    let grip = ["speed": c?.speedGrip, "pitch": c?.pitchGrip ?? frame?.stream?.pitchGrip].compactMapValues { $0 }.filter {
      $0.value != .resting
    }
    if !grip.isEmpty { status.grip = grip.mapValues(\.rawValue) }
    let sides = (snapshot?.held ?? []).map { ($0.control.rawValue, $0.side.rawValue) }
    let heldBy = Dictionary(sides) { $0 == $1 ? $0 : "both" }
    if !heldBy.isEmpty { status.heldBy = heldBy }
    status.handsOff = values.areHandsOff
    if values.filter != 0 { status.filter = values.filter.rounded(digits: 4) }
    return status
  }

  private var track: TrackStatus? {
    box.deck.now.map {
      var track = TrackStatus(
        index: $0.track, title: $0.title, positionSeconds: $0.position.rounded(digits: 3),
        lengthSeconds: $0.length.map { $0.rounded(digits: 3) },
        bufferedSeconds: $0.ahead.rounded(digits: 2))
      track.count = box.deck.list.items.count
      track.path = $0.item.path
      if let level = $0.gain.level {
        track.loudnessLUFS = level.rounded(digits: 1)
        track.gainDB = LoudnessMode.decibels(Double($0.gain.factor)).rounded(digits: 1)
      }
      let media = box.jukebox.track(of: $0.item)
      (track.artist, track.album) = (media?.artist, media?.album)
      track.list = box.jukebox.listName(of: $0.track)
      return track
    }
  }

  private var audio: AudioStatus {
    let health = box.sink.health
    let times = box.engine.blockTimes.summary()
    let period = Double(SoundFormat.blockNanoseconds) * 1e-6
    func percent(_ ms: Double) -> Double { (100 * ms / period).rounded(digits: 2) }
    var status = AudioStatus(
      sink: box.settings.freeRunning ? "offline" : box.sink.kind, name: box.sink.name, rate: SoundFormat.rate, period: health.period,
      periods: health.periods, blocks: times.count, loadP50Percent: percent(times.p50), loadP99Percent: percent(times.p99),
      loadP999Percent: percent(times.p999), loadMaxPercent: percent(times.max), slowBlocks: Int(box.engine.slowBlocks.load()),
      xruns: health.xruns, xrunsLateWake: health.lateWakes, xrunsLongRender: health.longRenders, xrunsDevice: health.deviceXruns,
      lastXrunSecondsAgo: health.lastXrun.map { (Clock.seconds - $0).rounded(digits: 1) }, starvedFrames: box.deck.state.starved,
      peakDB: AudioStatus.decibels(box.engine.state.peak))
    status.droppedBlocks = health.dropped
    status.refusedPushes = Int(box.engine.refusedPushes.load())
    status.wave = box.wave.samples.map { Double($0).rounded(digits: 3) }
    return status
  }
}
