/// Status of the box. Field names are stable. The unit of each number is in its name or its comment.
public struct Status: Codable, Sendable {
  /// State of the whole box.
  public enum State: String, Codable, Sendable { case starting, healthy, degraded, failed, stopping }

  /// Version of the running program.
  public var version: String
  /// Time since the start of the program, in seconds.
  public var uptimeSeconds: Double
  /// State of the whole box.
  public var state: State
  /// Problems with their remedies, one sentence each.
  public var problems: [String]
  /// Current mode.
  public var mode: Mode
  /// Source of the frames.
  public var camera: CameraStatus
  /// Hand tracker.
  public var tracker: TrackerStatus
  /// Advice for aiming the camera; nil from an older version.
  public var framing: FramingStatus?
  /// Settings made by hands, buttons and clients.
  public var control: ControlStatus
  /// Current track; nil without music.
  public var track: TrackStatus?
  /// Order of the tracks, and the queue.
  public var player: PlayerStatus?
  /// Sound output.
  public var audio: AudioStatus
  /// Real-time threads.
  public var threads: [ThreadStatus]
  /// Resident memory now, in MB.
  public var memoryMB: Double
  /// Largest resident memory so far, in MB.
  public var peakMemoryMB: Double
  /// CPU time of the process in seconds.
  public var cpuSeconds: Double
  /// The last ten notices.
  public var notices: [Notice]
  /// Tier: the features that are unlocked.
  public var tier: Tier = .free
  /// Licence that unlocks tier pro.
  public var licence: LicenceStatus?
  /// Output of mode instrument.
  public var output: Output = .audio
  /// Whether the box pauses when the player is away.
  public var autoPause: Bool = true
  /// All parts, each with state, reason and remedy.
  public var parts: [PartStatus] = []
  /// Buttons and LEDs; nil without them.
  public var panel: PanelStatus?
  /// Music library; nil if the music was named at the start.
  public var library: LibraryStatus?
  /// Temperature and power supply.
  public var machine: MachineStatus = MachineStatus(temperatureC: nil, throttled: nil, underVoltage: nil)
  /// The board and its default settings.
  public var board: BoardStatus?
  /// Process ID.
  public var pid: Int = 0
  /// Whether the music's stick was removed and the buffered music has ended.
  public var noMedia: Bool = false
  /// Stem set and its channels; nil unless the mode is stems.
  public var stems: StemsStatus?
  /// Instrument; nil unless the mode is instrument.
  public var instrument: InstrumentStatus?
  /// External source; nil unless the mode is stream.
  public var stream: StreamStatus?
  /// MIDI; nil if it is switched off.
  public var midi: MIDIStatus?
  /// Ableton Link; nil unless `tempo.source` is `link`.
  public var link: LinkStatus?
  /// Capture of the output; nil if captures are not available.
  public var capture: CaptureStatus?
  /// Update of the firmware image; nil without one.
  public var update: UpdateProgress?
  /// Latency by stage. Nil before the first `gfctl latency`, and while it runs.
  public var latency: LatencyStatus?

  /// Creates an instance from its fields.
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
