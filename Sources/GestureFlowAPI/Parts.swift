/// Status of a part of the box. Parts are the camera, the tracker, the sound card, the panel, the library, the state
/// on disk and the sockets.
public struct PartStatus: Codable, Sendable, Equatable {
  /// State of a part. `off` means that the part is not wanted or not there, which is not a problem.
  public enum State: String, Codable, Sendable { case starting, running, degraded, failed, off }
  /// Name of the part: `camera`, `tracker`, `sound`, `panel`, `library`, `state`, `socket`.
  public var name: String
  /// Current state.
  public var state: State
  /// The problem; nil without one.
  public var reason: String?
  /// The remedy for the problem.
  public var remedy: String?
  /// Number of restarts.
  public var restarts: Int
  /// Creates an instance from its fields.
  public init(name: String, state: State, reason: String? = nil, remedy: String? = nil, restarts: Int = 0) {
    self.name = name
    self.state = state
    self.reason = reason
    self.remedy = remedy
    self.restarts = restarts
  }
}

/// Names of the parts and of the other problems. Each, or each of its causes, has a sentence of the voice.
package enum ProblemName: String, Sendable, CaseIterable {
  case camera, tracker, sound, panel, library, state, socket, midi, osc, page, link, stream, touch
  /// Problems besides the parts.
  case data, settings, start, supervision
  /// Problems with several causes. Each cause has a sentence of its own.
  case light, stick

  /// Whether it has several causes. `Signal` lists them.
  package var hasCauses: Bool { self == .light || self == .stick }
}

extension PartStatus {
  /// Makes the status of a problem besides the parts.
  package init(_ problem: ProblemName, reason: String, remedy: String) {
    self.init(name: problem.rawValue, state: .degraded, reason: reason, remedy: remedy)
  }
}

/// The short answer of `/v1/health`.
public struct Health: Codable, Sendable {
  /// State of the whole box.
  public var state: Status.State
  /// Parts with a problem, each with reason and remedy.
  public var problems: [PartStatus]
  /// Creates an instance from its fields.
  public init(state: Status.State, problems: [PartStatus]) {
    self.state = state
    self.problems = problems
  }
}

/// State of the buttons and LEDs.
public struct PanelStatus: Codable, Sendable {
  /// A button or an LED.
  public struct Line: Codable, Sendable {
    /// Purpose of the line: `play`, `mode`, ... or `status`, `hands`, ...
    public var use: String
    /// Name of the line in the kernel.
    public var line: String
    /// `button` or `led`.
    public var kind: String
    /// Whether the button is pressed or the LED is lit.
    public var on: Bool
    /// Reason why the line cannot be used; nil if it can.
    public var problem: String?
    /// Creates an instance from its fields.
    public init(use: String, line: String, kind: String, on: Bool, problem: String? = nil) {
      self.use = use
      self.line = line
      self.kind = kind
      self.on = on
      self.problem = problem
    }
  }
  /// All lines: buttons first, then LEDs.
  public var lines: [Line]
  /// Number of button presses so far.
  public var presses: Int
  /// The side that debounces the buttons: `kernel` or `daemon`.
  public var debounce: String
  /// Creates an instance from its fields.
  public init(lines: [Line], presses: Int, debounce: String) {
    self.lines = lines
    self.presses = presses
    self.debounce = debounce
  }
}

/// State of the music library.
public struct LibraryStatus: Codable, Sendable {
  /// A USB stick, or a folder that is treated like one.
  public struct Stick: Codable, Sendable {
    /// UUID of the file system, or the path of a folder.
    public var id: String
    /// Name of the folder where it is mounted.
    public var label: String
    /// Path where it is mounted.
    public var path: String
    /// Number of playable files, without those of stem sets.
    public var tracks: Int
    /// Number of skipped files.
    public var problems: Int
    /// Number of files examined so far, during a scan.
    public var scanned: Int
    /// Whether the stick is being scanned.
    public var scanning: Bool
    /// Creates an instance from its fields.
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
  /// Sticks in the order in which they appeared.
  public var sticks: [Stick]
  /// Number of playable files on all sticks, without those of stem sets.
  public var tracks: Int
  /// Number of stem sets on all sticks.
  public var stemSets: Int
  /// Number of skipped files on all sticks.
  public var problems: Int
  /// Number of files that wait for import, including the current one.
  public var importsWaiting: Int
  /// Progress of the current import, 0...1. Nil without one, or if its length is unknown.
  public var importProgress: Double?
  /// Results of the last fifty imports, newest last.
  public var importResults: [ImportResult] = []
  /// Creates an instance from its fields.
  public init(sticks: [Stick], tracks: Int, stemSets: Int = 0, problems: Int, importsWaiting: Int = 0, importProgress: Double? = nil) {
    self.sticks = sticks
    self.tracks = tracks
    self.stemSets = stemSets
    self.problems = problems
    self.importsWaiting = importsWaiting
    self.importProgress = importProgress
  }
}

/// A track of the library. The channels of stem sets are not tracks.
public struct LibraryTrack: Codable, Sendable, Equatable {
  /// Current path of the file. A part of a file has its name appended (`album.flac/track003`).
  public var path: String
  /// Folder of the file on its stick.
  public var folder: String
  /// Title from the file's tag, or the name of the file. A part of a file has the title from the cue sheet.
  public var title: String
  /// Artist from the tag or the cue sheet; nil without one.
  public var artist: String?
  /// Album from the tag or the cue sheet; nil without one.
  public var album: String?
  /// Length in seconds; nil if the file does not tell it.
  public var lengthSeconds: Double?
  /// Creates an instance from its fields.
  public init(path: String, folder: String, title: String, artist: String?, album: String?, lengthSeconds: Double?) {
    self.path = path
    self.folder = folder
    self.title = title
    self.artist = artist
    self.album = album
    self.lengthSeconds = lengthSeconds
  }
}

/// A skipped file, or an inconsistent stem set.
public struct LibraryProblem: Codable, Sendable, Equatable {
  /// Current path of the file or folder. A problem of a whole stick has the stick's path.
  public var path: String
  /// Reason why it was skipped, or the inconsistency.
  public var reason: String
  /// Creates an instance from its fields.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

/// State of the machine, reported by the Pi's firmware and the kernel.
public struct MachineStatus: Codable, Sendable {
  /// Temperature in degrees Celsius; nil if unknown.
  public var temperatureC: Double?
  /// Whether the Pi's firmware reports throttling; nil on another machine.
  public var throttled: Bool?
  /// Whether the power supply is too weak; nil on another machine.
  public var underVoltage: Bool?
  /// Creates an instance from its fields.
  public init(temperatureC: Double?, throttled: Bool?, underVoltage: Bool?) {
    self.temperatureC = temperatureC
    self.throttled = throttled
    self.underVoltage = underVoltage
  }
}

/// One key of the configuration.
public struct ConfigEntry: Codable, Sendable, Equatable {
  /// Section and name, such as `camera.rate`.
  public var key: String
  /// Current value in TOML syntax.
  public var value: String
  /// Default value in TOML syntax.
  public var defaultValue: String
  /// Allowed values, in words.
  public var allowed: String
  /// Whether a change takes effect immediately; false means at the next start.
  public var live: Bool
  /// True if the key accepts a number besides text. Nil for all other keys.
  public var takesNumbersToo: Bool?
  /// Creates an instance from its fields.
  public init(key: String, value: String, defaultValue: String, allowed: String, live: Bool) {
    self.key = key
    self.value = value
    self.defaultValue = defaultValue
    self.allowed = allowed
    self.live = live
  }
}

extension ConfigEntry {
  /// Returns a value in TOML syntax, from a person's input. The input may omit a text's quotation marks. A number
  /// stays a number if the key accepts numbers too.
  public func written(_ value: String) -> String {
    let isText = defaultValue.hasPrefix("\"")
    if !isText || value.hasPrefix("\"") || value.hasPrefix("'") { return value }
    // TOML reads all of these as numbers: 30, +30, 3e1, 0x1e. It rejects a bad one and lists the allowed values.
    if takesNumbersToo == true, let first = value.first, first.isNumber || "+-.".contains(first) { return value }
    return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

/// The whole configuration and the errors in its files.
public struct ConfigAnswer: Codable, Sendable {
  /// Configuration files that are read; later files override earlier ones.
  public var files: [String]
  /// All keys, in the order of the file.
  public var entries: [ConfigEntry]
  /// Errors in the files, each with file, line and key.
  public var errors: [String]
  /// Creates an instance from its fields.
  public init(files: [String], entries: [ConfigEntry], errors: [String]) {
    self.files = files
    self.entries = entries
    self.errors = errors
  }
}

/// The body of `PUT /v1/config`.
public struct ConfigChange: Codable, Sendable {
  /// Section and name, such as `camera.rate`.
  public var key: String
  /// New value in TOML syntax: `true`, `30`, `"auto"`. Nil with `unset` alone.
  public var value: String?
  /// True removes the key, so that its default applies again.
  public var unset: Bool?
  /// True only checks the change.
  public var dryRun: Bool?
  /// Creates a change.
  /// - Parameters:
  ///   - key: section and name, such as `camera.rate`.
  ///   - value: nil removes the key.
  ///   - isDry: whether to only check the change.
  public init(key: String, value: String?, isDry: Bool = false) {
    (self.key, self.value) = (key, value)
    (unset, dryRun) = (value == nil ? true : nil, isDry ? true : nil)
  }
}
