import Foundation

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
  /// Present and largest resident memory in MB.
  public var memoryMB: Double
  /// Largest resident memory so far in MB.
  public var peakMemoryMB: Double
  /// CPU time of the process in seconds.
  public var cpuSeconds: Double
  /// The last ten.
  public var notices: [Notice]
  /// Which features are unlocked.
  public var tier: Tier = .free
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
  public var machine = MachineStatus(temperatureC: nil, throttled: nil, underVoltage: nil)
  /// Number of the process.
  public var pid: Int = 0
  /// The stick with the music was pulled out, and what was buffered has been heard.
  public var noMedia = false

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

/// Quantiles of a duration in milliseconds.
public struct Quantiles: Codable, Sendable {
  /// How many were measured.
  public var count: Int
  /// A half, 95 %, 99 % and all of them took no longer.
  public var p50, p95, p99, max: Double
  /// Out of its fields, as they are described here.
  public init(count: Int, p50: Double, p95: Double, p99: Double, max: Double) {
    self.count = count
    self.p50 = p50
    self.p95 = p95
    self.p99 = p99
    self.max = max
  }
}

/// What gives pictures: a camera, a film or the computed performer.
public struct CameraStatus: Codable, Sendable {
  /// As it calls itself.
  public var name: String
  /// It gives pictures, or could at once.
  public var connected: Bool
  /// Over the last 3 s of a live run.
  public var framesPerSecond: Double
  /// Frames that came so far.
  public var frames: Int
  /// Of these, frames for which the tracker had no time.
  public var droppedFrames: Int
  /// Pictures that came with harmless irregularities and were taken; nil without a live camera.
  public var warnedPictures: Int?
  /// Pictures that came cut off or damaged and were not; nil without a live camera.
  public var refusedPictures: Int?
  /// Mean brightness of the last picture, 0...1; nil without one.
  public var light: Double?
  /// What to say of it: `good`, `tooDark`, `tooBright` or `backlit`; nil without a picture.
  public var lightVerdict: String?
  /// Width and height of the picture in pixels.
  public var width: Int?
  /// Height of the picture in pixels.
  public var height: Int?
  /// Out of its fields, as they are described here.
  public init(name: String, connected: Bool, framesPerSecond: Double, frames: Int, droppedFrames: Int) {
    self.name = name
    self.connected = connected
    self.framesPerSecond = framesPerSecond
    self.frames = frames
    self.droppedFrames = droppedFrames
  }
}

/// What finds hands in pictures, and how long it takes.
public struct TrackerStatus: Codable, Sendable {
  /// `full` or `lite`; empty when there is no tracker.
  public var model: String
  /// Hands that are seen now.
  public var hands: [HandStatus]
  /// Stages in ms: decoding the picture, palm search, landmarks of all hands, gestures, and the whole from frame to hands.
  public var decodeMs: Quantiles
  /// Palm search, in ms.
  public var palmMs: Quantiles
  /// Landmarks of all hands, in ms.
  public var landmarkMs: Quantiles
  /// Gestures, in ms.
  public var gestureMs: Quantiles
  /// The whole from frame to hands, in ms.
  public var wholeMs: Quantiles
  /// From a frame's capture to its control values' arrival in the audio callback.
  public var captureToParameterMs: Quantiles
  /// Palm searches so far.
  public var palmRuns: Int
  /// Hands found so far.
  public var acquisitions: Int
  /// Hands lost so far.
  public var losses: Int
  /// Second sightings of one hand that were dropped.
  public var duplicatesDropped: Int
  /// Changes of a hand's side that were not believed.
  public var flipsResisted: Int
  /// Times two hands of one side met, so that one had to be chosen to play; nil without a tracker.
  public var sideConflicts: Int?
  /// Out of its fields, as they are described here.
  public init(
    model: String, hands: [HandStatus], decodeMs: Quantiles, palmMs: Quantiles, landmarkMs: Quantiles, gestureMs: Quantiles,
    wholeMs: Quantiles,
    captureToParameterMs: Quantiles, palmRuns: Int, acquisitions: Int, losses: Int, duplicatesDropped: Int, flipsResisted: Int
  ) {
    self.model = model
    self.hands = hands
    self.decodeMs = decodeMs
    self.palmMs = palmMs
    self.landmarkMs = landmarkMs
    self.gestureMs = gestureMs
    self.wholeMs = wholeMs
    self.captureToParameterMs = captureToParameterMs
    self.palmRuns = palmRuns
    self.acquisitions = acquisitions
    self.losses = losses
    self.duplicatesDropped = duplicatesDropped
    self.flipsResisted = flipsResisted
  }
}

/// A hand that is seen now.
public struct HandStatus: Codable, Sendable {
  /// Identity, as long as it is tracked.
  public var id: Int
  /// The player's own `left` or `right`.
  public var handedness: String
  /// Fingers that are stretched out, 0...5.
  public var fingers: Int
  /// 0...1.
  public var confidence: Double
  /// The 21 landmarks, x and y in turn, 0...1 of the picture as the player sees it.
  public var points: [Double]?
  /// Out of its fields, as they are described here.
  public init(id: Int, handedness: String, fingers: Int, confidence: Double) {
    self.id = id
    self.handedness = handedness
    self.fingers = fingers
    self.confidence = confidence
  }
}

/// What hands, buttons and clients have set.
public struct ControlStatus: Codable, Sendable {
  /// 0.1...2.0.
  public var speed: Double
  /// -2400...2400.
  public var pitchCents: Double
  /// 0...1.
  public var volume: Double
  /// Which values hands hold now: `speed`, `pitch`, `volume`.
  public var held: [String]
  /// What a pinch that holds `speed` or `pitch` does: `spread` (the fingers' distance moves the value) or `fader` (the wrist's height does); nil while none
  /// has moved far enough to tell.
  public var grip: [String: String]?
  /// Hands are there, or were a moment ago.
  public var handsPresent: Bool
  /// It is silent because nobody is there.
  public var autoPaused: Bool
  /// A person has paused it.
  public var paused: Bool
  /// Out of its fields, as they are described here.
  public init(speed: Double, pitchCents: Double, volume: Double, held: [String], handsPresent: Bool, autoPaused: Bool, paused: Bool) {
    self.speed = speed
    self.pitchCents = pitchCents
    self.volume = volume
    self.held = held
    self.handsPresent = handsPresent
    self.autoPaused = autoPaused
    self.paused = paused
  }
}

/// What plays.
public struct TrackStatus: Codable, Sendable {
  /// Place in the list; -1 if the list does not have it any more.
  public var index: Int
  /// Tracks in the list.
  public var count = 1
  /// Its tag, or the name of its file.
  public var title: String
  /// As the file's tags have it; nil without, and for what is not the library's.
  public var artist: String?
  /// The same.
  public var album: String?
  /// The file; nil for the built-in piece.
  public var path: String?
  /// Folder or playlist.
  public var list: String?
  /// Since its beginning.
  public var positionSeconds: Double
  /// Nil if the file does not say.
  public var lengthSeconds: Double?
  /// Decoded sound ahead of the position.
  public var bufferedSeconds: Double
  /// Out of its fields, as they are described here.
  public init(index: Int, title: String, positionSeconds: Double, lengthSeconds: Double?, bufferedSeconds: Double) {
    self.index = index
    self.title = title
    self.positionSeconds = positionSeconds
    self.lengthSeconds = lengthSeconds
    self.bufferedSeconds = bufferedSeconds
  }
}

/// Where the sound goes, and how it keeps time.
public struct AudioStatus: Codable, Sendable {
  /// `alsa`, `wav`, `fifo`, `null` or `offline`, and its name.
  public var sink: String
  /// Of the card, file or pipe.
  public var name: String
  /// Hz, frames, periods.
  public var rate: Int
  /// Frames that the card takes at a time.
  public var period: Int
  /// Periods that its buffer holds.
  public var periods: Int
  /// Blocks rendered so far.
  public var blocks: Int
  /// Time of a block's rendering in percent of the period.
  public var loadP50Percent: Double
  /// 99 % of the blocks took no more.
  public var loadP99Percent: Double
  /// 99.9 % of the blocks took no more.
  public var loadP999Percent: Double
  /// No block took more.
  public var loadMaxPercent: Double
  /// Blocks over 70 % of the period.
  public var slowBlocks: Int
  /// Times the sound broke.
  public var xruns: Int
  /// Of these, because the thread was woken late.
  public var xrunsLateWake: Int
  /// Of these, because a block took too long.
  public var xrunsLongRender: Int
  /// Of these, because of the card.
  public var xrunsDevice: Int
  /// Seconds since the last xrun; nil without one.
  public var lastXrunSecondsAgo: Double?
  /// Frames of music that were not decoded in time.
  public var starvedFrames: Int
  /// Commands to the audio thread that had to wait because it took none; they are sent again.
  public var refusedPushes = 0
  /// Peak level of the last second in dBFS.
  public var peakDB: Double
  /// A moment of the wave: up to 128 samples, 12,000 a second, -1...1.
  public var wave: [Double] = []
  /// Out of its fields, as they are described here.
  public init(
    sink: String, name: String, rate: Int, period: Int, periods: Int, blocks: Int, loadP50Percent: Double, loadP99Percent: Double,
    loadP999Percent: Double, loadMaxPercent: Double, slowBlocks: Int, xruns: Int, xrunsLateWake: Int, xrunsLongRender: Int,
    xrunsDevice: Int,
    lastXrunSecondsAgo: Double?, starvedFrames: Int, peakDB: Double
  ) {
    self.sink = sink
    self.name = name
    self.rate = rate
    self.period = period
    self.periods = periods
    self.blocks = blocks
    self.loadP50Percent = loadP50Percent
    self.loadP99Percent = loadP99Percent
    self.loadP999Percent = loadP999Percent
    self.loadMaxPercent = loadMaxPercent
    self.slowBlocks = slowBlocks
    self.xruns = xruns
    self.xrunsLateWake = xrunsLateWake
    self.xrunsLongRender = xrunsLongRender
    self.xrunsDevice = xrunsDevice
    self.lastXrunSecondsAgo = lastXrunSecondsAgo
    self.starvedFrames = starvedFrames
    self.peakDB = peakDB
  }
}

/// A real-time thread: what it asked for and what it got.
public struct ThreadStatus: Codable, Sendable {
  /// `gf-audio`, `gf-camera`, ...
  public var name: String
  /// Core of the processor; nil: any.
  public var coreAsked: Int?
  /// Nil: any.
  public var coreGot: Int?
  /// FIFO priority, 1...99.
  public var priorityAsked: Int
  /// 0 for an ordinary thread.
  public var priorityGot: Int
  /// `fifo` or `other`.
  public var policy: String
  /// Why it got less than it asked for.
  public var refusal: String?
  /// Out of its fields, as they are described here.
  public init(name: String, coreAsked: Int?, coreGot: Int?, priorityAsked: Int, priorityGot: Int, policy: String, refusal: String?) {
    self.name = name
    self.coreAsked = coreAsked
    self.coreGot = coreGot
    self.priorityAsked = priorityAsked
    self.priorityGot = priorityGot
    self.policy = policy
    self.refusal = refusal
  }
}

/// Something the owner should know.
public struct Notice: Codable, Sendable, Equatable {
  /// Seconds since the start.
  public var atSeconds: Double
  /// One line.
  public var text: String
  /// Out of its fields, as they are described here.
  public init(atSeconds: Double, text: String) {
    self.atSeconds = atSeconds
    self.text = text
  }
}
