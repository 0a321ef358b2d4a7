/// How a part of the box is: the camera, the tracker, the sound card, the panel, the library, the state on disk, the sockets.
public struct PartStatus: Codable, Sendable, Equatable {
  /// How a part is; `off` is a part that is not wanted or not there, and no problem.
  public enum State: String, Codable, Sendable { case starting, running, degraded, failed, off }
  /// `camera`, `tracker`, `sound`, `panel`, `library`, `state`, `socket`.
  public var name: String
  /// How it is now.
  public var state: State
  /// What is wrong; nil when nothing is.
  public var reason: String?
  /// What to do about it.
  public var remedy: String?
  /// How often it was started again.
  public var restarts: Int
  /// Out of its fields, as they are described here.
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
  /// The whole box.
  public var state: Status.State
  /// Parts that are not well, with reason and remedy.
  public var problems: [PartStatus]
  /// Out of its fields, as they are described here.
  public init(state: Status.State, problems: [PartStatus]) {
    self.state = state
    self.problems = problems
  }
}

/// The buttons and LEDs.
public struct PanelStatus: Codable, Sendable {
  /// A button or an LED.
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
    /// Out of its fields, as they are described here.
    public init(use: String, line: String, kind: String, on: Bool, problem: String? = nil) {
      self.use = use
      self.line = line
      self.kind = kind
      self.on = on
      self.problem = problem
    }
  }
  /// Buttons first, then LEDs.
  public var lines: [Line]
  /// Button presses so far.
  public var presses: Int
  /// `kernel` or `daemon`: who debounces.
  public var debounce: String
  /// Out of its fields, as they are described here.
  public init(lines: [Line], presses: Int, debounce: String) {
    self.lines = lines
    self.presses = presses
    self.debounce = debounce
  }
}

/// The music that is there.
public struct LibraryStatus: Codable, Sendable {
  /// A stick, or a folder that is treated like one.
  public struct Stick: Codable, Sendable {
    /// UUID of the file system, or a folder's path.
    public var id: String
    /// Name of the folder it is mounted on.
    public var label: String
    /// Where it is mounted.
    public var path: String
    /// Files that can be played, without those of stem sets.
    public var tracks: Int
    /// Files that were skipped.
    public var problems: Int
    /// Files looked at so far, while it is being read.
    public var scanned: Int
    /// It is being read.
    public var scanning: Bool
    /// Out of its fields, as they are described here.
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
  /// In the order in which they came.
  public var sticks: [Stick]
  /// Files that can be played, on all sticks, without those of stem sets.
  public var tracks: Int
  /// Stem sets on all sticks.
  public var stemSets: Int
  /// Files that were skipped, on all sticks.
  public var problems: Int
  /// Files that are to be imported, the present one among them.
  public var importsWaiting: Int
  /// Share of the present import that is done, 0...1; nil without one, or if its length is not known.
  public var importProgress: Double?
  /// What became of the last fifty files that were imported, newest last.
  public var importResults: [ImportResult] = []
  /// Out of its fields, as they are described here.
  public init(sticks: [Stick], tracks: Int, stemSets: Int = 0, problems: Int, importsWaiting: Int = 0, importProgress: Double? = nil) {
    self.sticks = sticks
    self.tracks = tracks
    self.stemSets = stemSets
    self.problems = problems
    self.importsWaiting = importsWaiting
    self.importProgress = importProgress
  }
}

/// A track of the library; the channels of stem sets are none.
public struct LibraryTrack: Codable, Sendable, Equatable {
  /// Place of the file now, for a part of it with the part's name behind (`album.flac/track003`).
  public var path: String
  /// Folder on its stick.
  public var folder: String
  /// Its tag, or the name of its file; of a part of a file, its title in the cue sheet.
  public var title: String
  /// By its tag or its cue sheet; nil without one.
  public var artist: String?
  /// By its tag or its cue sheet; nil without one.
  public var album: String?
  /// Nil if the file does not say.
  public var lengthSeconds: Double?
  /// Out of its fields, as they are described here.
  public init(path: String, folder: String, title: String, artist: String?, album: String?, lengthSeconds: Double?) {
    self.path = path
    self.folder = folder
    self.title = title
    self.artist = artist
    self.album = album
    self.lengthSeconds = lengthSeconds
  }
}

/// A file that was skipped, or a stem set of which something does not agree.
public struct LibraryProblem: Codable, Sendable, Equatable {
  /// Place of the file now, or of the folder; a stick's own path for what is said of the whole stick.
  public var path: String
  /// Why it was skipped, or what does not agree.
  public var reason: String
  /// Out of its fields, as they are described here.
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
  /// The power supply is too weak; nil on another machine.
  public var underVoltage: Bool?
  /// Out of its fields, as they are described here.
  public init(temperatureC: Double?, throttled: Bool?, underVoltage: Bool?) {
    self.temperatureC = temperatureC
    self.throttled = throttled
    self.underVoltage = underVoltage
  }
}

/// One key of the configuration.
public struct ConfigEntry: Codable, Sendable, Equatable {
  /// Section and name, `camera.rate`.
  public var key: String
  /// As TOML writes it.
  public var value: String
  /// As TOML writes it.
  public var defaultValue: String
  /// What is allowed, in words.
  public var allowed: String
  /// True if a change is heard at once, false if at the next start.
  public var live: Bool
  /// True if it takes a number besides texts; nil for every other key.
  public var takesNumbersToo: Bool?
  /// Out of its fields, as they are described here.
  public init(key: String, value: String, defaultValue: String, allowed: String, live: Bool) {
    self.key = key
    self.value = value
    self.defaultValue = defaultValue
    self.allowed = allowed
    self.live = live
  }
}

extension ConfigEntry {
  /// A value as TOML writes it, for a person who leaves a text's quotation marks out. A number stays one where the key takes numbers too.
  public func written(_ value: String) -> String {
    let isText = defaultValue.hasPrefix("\"")
    if !isText || value.hasPrefix("\"") || value.hasPrefix("'") { return value }
    // As TOML would read it: 30, +30, 3e1, 0x1e; what it would not take it refuses with what is allowed.
    if takesNumbersToo == true, let first = value.first, first.isNumber || "+-.".contains(first) { return value }
    return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

/// The whole configuration, and what is wrong with its files.
public struct ConfigAnswer: Codable, Sendable {
  /// Files that are read, the last one wins.
  public var files: [String]
  /// All keys, in the order of the file.
  public var entries: [ConfigEntry]
  /// What is wrong with the files, with file, line and key.
  public var errors: [String]
  /// Out of its fields, as they are described here.
  public init(files: [String], entries: [ConfigEntry], errors: [String]) {
    self.files = files
    self.entries = entries
    self.errors = errors
  }
}

/// The body of `PUT /v1/config`.
public struct ConfigChange: Codable, Sendable {
  /// Section and name, `camera.rate`.
  public var key: String
  /// As TOML writes it: `true`, `30`, `"auto"`.
  public var value: String
  /// Out of its fields, as they are described here.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
