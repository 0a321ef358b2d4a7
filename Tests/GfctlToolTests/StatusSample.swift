import GestureFlowAPI

extension StemsStatus {
  /// Four channels. The second is selected, the third has a loop and a waiting one, and the fourth is beyond
  /// the tier.
  static var sample: StemsStatus {
    let names = ["drums", "sub bass", "lead", "chords"]
    let channels = names.enumerated().map { index, name in
      StemChannelStatus(
        number: index + 1, name: name, bars: [2, 8, 16, 8][index], volume: 0.5, pitchCents: Double(index) * 50, peakDB: -12,
        positionQuarters: Double(index))
    }
    var stems = StemsStatus(
      set: "Night drive", setIndex: 1, setCount: 3, tempoBPM: 110, key: "A minor", bar: 12, beat: 3, channels: channels)
    stems.selected = 2
    stems.channels[2].loop = StemLoop(start: 1, end: 3)
    stems.channels[2].pendingLoop = StemLoop(start: 0, end: 1)
    stems.channels[3].locked = true
    return stems
  }
}

extension Status {
  /// A box that plays stems.
  static var stemsSample: Status {
    var status = Status.sample
    status.mode = .stems
    status.stems = .sample
    return status
  }

  /// A box that plays, without special conditions.
  static var sample: Status {
    let none = Quantiles(count: 0, p50: 0, p95: 0, p99: 0, max: 0)
    let tracker = TrackerStatus(
      model: "int8", hands: [], decodeMs: none, palmMs: none, landmarkMs: none, gestureMs: none, wholeMs: none, captureToParameterMs: none,
      palmRuns: 0, acquisitions: 0, losses: 0, duplicatesDropped: 0, flipsResisted: 0)
    let audio = AudioStatus(
      sink: "null", name: "null", rate: 48_000, period: 128, periods: 3, blocks: 1, loadP50Percent: 1, loadP99Percent: 2,
      loadP999Percent: 3,
      loadMaxPercent: 4, slowBlocks: 0, xruns: 0, xrunsLateWake: 0, xrunsLongRender: 0, xrunsDevice: 0, lastXrunSecondsAgo: nil,
      starvedFrames: 0, peakDB: -20)
    return Status(
      version: "0.1.0", uptimeSeconds: 61, state: .healthy, problems: [], mode: .player,
      camera: CameraStatus(name: "performer", connected: true, framesPerSecond: 30, frames: 100, droppedFrames: 0), tracker: tracker,
      control: ControlStatus(
        speed: 1.25, pitchCents: -200, volume: 0.8, held: [], handsPresent: true, autoPaused: false, paused: false),
      track: TrackStatus(index: 0, title: "A tune", positionSeconds: 65, lengthSeconds: 180, bufferedSeconds: 5), audio: audio, threads: [],
      memoryMB: 100, peakMemoryMB: 120, cpuSeconds: 3, notices: [])
  }
}
