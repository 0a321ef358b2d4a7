import GestureFlowAPI

extension Status {
  /// A box that plays, with nothing special about it.
  static var sample: Status {
    let none = Quantiles(count: 0, p50: 0, p95: 0, p99: 0, max: 0)
    let tracker = TrackerStatus(
      model: "full", hands: [], decodeMs: none, palmMs: none, landmarkMs: none, gestureMs: none, wholeMs: none, captureToParameterMs: none,
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
