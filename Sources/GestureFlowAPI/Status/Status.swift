/// What the box says of itself. Field names are stable; every number's unit is in its name or its comment.
public struct Status: Codable, Sendable {
  /// How the whole box is.
  public enum State: String, Codable, Sendable { case starting, healthy, degraded, failed, stopping }

  /// Of the program that runs.
  public var version: String
  /// Since the program's start.
  public var uptimeSeconds: Double
  /// The whole box.
  public var state: State
  /// Why it is not healthy, and what to do, a sentence each.
  public var problems: [String]
  /// What the hands play.
  public var mode: Mode
  /// What gives pictures.
  public var camera: CameraStatus
  /// What finds hands in them.
  public var tracker: TrackerStatus
  /// What hands, buttons and clients have set.
  public var control: ControlStatus
  /// What plays; nil without music.
  public var track: TrackStatus?
  /// Where the sound goes, and how it keeps time.
  public var audio: AudioStatus
  /// The real-time threads.
  public var threads: [ThreadStatus]
  /// Resident memory now, in MB.
  public var memoryMB: Double
  /// Largest resident memory so far, in MB.
  public var peakMemoryMB: Double
  /// CPU time of the process in seconds.
  public var cpuSeconds: Double
  /// The last ten.
  public var notices: [Notice]
  /// Which features are unlocked.
  public var tier: Tier = .free
  /// What unlocks tier pro.
  public var licence: LicenceStatus?
  /// Where mode instrument plays.
  public var output: Output = .audio
  /// Pause when nobody is there.
  public var autoPause: Bool = true
  /// Every part with its state, reason and remedy.
  public var parts: [PartStatus] = []
  /// Nil without buttons and LEDs.
  public var panel: PanelStatus?
  /// Nil when the music was named at the start.
  public var library: LibraryStatus?
  /// Temperature and power supply.
  public var machine: MachineStatus = MachineStatus(temperatureC: nil, throttled: nil, underVoltage: nil)
  /// The board, and what the box takes by itself there.
  public var board: BoardStatus?
  /// Number of the process.
  public var pid: Int = 0
  /// The stick with the music was pulled out, and what was buffered has been heard.
  public var noMedia: Bool = false
  /// The stem set and its channels; nil unless the mode is stems.
  public var stems: StemsStatus?
  /// The instrument; nil unless the mode is instrument.
  public var instrument: InstrumentStatus?
  /// Someone else's music; nil unless the mode is stream.
  public var stream: StreamStatus?
  /// Nil when MIDI is switched off.
  public var midi: MIDIStatus?
  /// Nil unless `tempo.source` is `link`.
  public var link: LinkStatus?
  /// What is kept of what is heard; nil where nothing can be kept.
  public var capture: CaptureStatus?

  /// Out of its fields, as they are described here.
  public init(
    version: String, uptimeSeconds: Double, state: State, problems: [String], mode: Mode, camera: CameraStatus, tracker: TrackerStatus,
    control: ControlStatus, track: TrackStatus?, audio: AudioStatus, threads: [ThreadStatus], memoryMB: Double, peakMemoryMB: Double,
    cpuSeconds: Double, notices: [Notice]
  ) {
    self.version = version
    self.uptimeSeconds = uptimeSeconds
    self.state = state
    self.problems = problems
    self.mode = mode
    self.camera = camera
    self.tracker = tracker
    self.control = control
    self.track = track
    self.audio = audio
    self.threads = threads
    self.memoryMB = memoryMB
    self.peakMemoryMB = peakMemoryMB
    self.cpuSeconds = cpuSeconds
    self.notices = notices
  }
}
