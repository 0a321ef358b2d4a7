/// How a part of the box is: the camera, the tracker, the sound card, the panel, the library, the sockets.
public struct PartStatus: Codable, Sendable, Equatable {
  public enum State: String, Codable, Sendable { case starting, running, degraded, failed, off }
  /// `camera`, `tracker`, `sound`, `panel`, `library`, `socket`.
  public var name: String
  public var state: State
  /// What is wrong; nil when nothing is.
  public var reason: String?
  /// What to do about it.
  public var remedy: String?
  /// How often it was started again.
  public var restarts: Int
  public init(name: String, state: State, reason: String? = nil, remedy: String? = nil, restarts: Int = 0) {
    self.name = name
    self.state = state
    self.reason = reason
    self.remedy = remedy
    self.restarts = restarts
  }
}

/// The short answer of `/v1/health`.
public struct Health: Codable, Sendable {
  public var state: Status.State
  /// Parts that are not well, with reason and remedy.
  public var problems: [PartStatus]
  public init(state: Status.State, problems: [PartStatus]) {
    self.state = state
    self.problems = problems
  }
}

/// The buttons and LEDs.
public struct PanelStatus: Codable, Sendable {
  public struct Line: Codable, Sendable {
    /// What it is for: `play`, `mode`, ... or `status`, `hands`, ...
    public var use: String
    /// The line's name, as the kernel has it.
    public var line: String
    /// `button` or `led`.
    public var kind: String
    /// Pressed, or lit.
    public var on: Bool
    /// Why the line cannot be used; nil when it can.
    public var problem: String?
    public init(use: String, line: String, kind: String, on: Bool, problem: String? = nil) {
      self.use = use
      self.line = line
      self.kind = kind
      self.on = on
      self.problem = problem
    }
  }
  public var lines: [Line]
  /// Button presses so far.
  public var presses: Int
  /// `kernel` or `daemon`: who debounces.
  public var debounce: String
  public init(lines: [Line], presses: Int, debounce: String) {
    self.lines = lines
    self.presses = presses
    self.debounce = debounce
  }
}

/// The music that is there.
public struct LibraryStatus: Codable, Sendable {
  public struct Stick: Codable, Sendable {
    /// UUID of the file system, or a folder's path.
    public var id: String
    public var label: String
    public var path: String
    public var tracks: Int
    public var problems: Int
    /// Files looked at so far, while it is being read.
    public var scanned: Int
    public var scanning: Bool
    public init(id: String, label: String, path: String, tracks: Int, problems: Int, scanned: Int, scanning: Bool) {
      self.id = id
      self.label = label
      self.path = path
      self.tracks = tracks
      self.problems = problems
      self.scanned = scanned
      self.scanning = scanning
    }
  }
  public var sticks: [Stick]
  public var tracks: Int
  public var problems: Int
  /// Files that wait to be imported, and the share of the present one that is done, 0...1.
  public var importsWaiting: Int
  public var importProgress: Double?
  /// What became of the last fifty files that were imported, newest last.
  public var importResults: [ImportResult] = []
  public init(sticks: [Stick], tracks: Int, problems: Int, importsWaiting: Int = 0, importProgress: Double? = nil) {
    self.sticks = sticks
    self.tracks = tracks
    self.problems = problems
    self.importsWaiting = importsWaiting
    self.importProgress = importProgress
  }
}

/// A track of the library.
public struct LibraryTrack: Codable, Sendable, Equatable {
  /// Place of the file now.
  public var path: String
  /// Folder on its stick.
  public var folder: String
  public var title: String
  public var artist: String?
  public var album: String?
  public var lengthSeconds: Double?
  public init(path: String, folder: String, title: String, artist: String?, album: String?, lengthSeconds: Double?) {
    self.path = path
    self.folder = folder
    self.title = title
    self.artist = artist
    self.album = album
    self.lengthSeconds = lengthSeconds
  }
}

/// A file that was skipped.
public struct LibraryProblem: Codable, Sendable, Equatable {
  public var path: String
  public var reason: String
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

/// What the firmware of the Pi and the kernel say of the machine.
public struct MachineStatus: Codable, Sendable {
  /// In degrees Celsius; nil where nothing tells.
  public var temperatureC: Double?
  /// Flags of the Pi's firmware; nil on another machine.
  public var throttled: Bool?
  public var underVoltage: Bool?
  public init(temperatureC: Double?, throttled: Bool?, underVoltage: Bool?) {
    self.temperatureC = temperatureC
    self.throttled = throttled
    self.underVoltage = underVoltage
  }
}

/// One key of the configuration.
public struct ConfigEntry: Codable, Sendable, Equatable {
  public var key: String
  /// As TOML writes it.
  public var value: String
  public var defaultValue: String
  /// What is allowed, in words.
  public var allowed: String
  /// True if a change is heard at once, false if at the next start.
  public var live: Bool
  public init(key: String, value: String, defaultValue: String, allowed: String, live: Bool) {
    self.key = key
    self.value = value
    self.defaultValue = defaultValue
    self.allowed = allowed
    self.live = live
  }
}

/// The whole configuration, and what is wrong with its files.
public struct ConfigAnswer: Codable, Sendable {
  public var files: [String]
  public var entries: [ConfigEntry]
  public var errors: [String]
  public init(files: [String], entries: [ConfigEntry], errors: [String]) {
    self.files = files
    self.entries = entries
    self.errors = errors
  }
}

/// The body of `PUT /v1/config`.
public struct ConfigChange: Codable, Sendable {
  public var key: String
  /// As TOML writes it: `true`, `30`, `"auto"`.
  public var value: String
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
