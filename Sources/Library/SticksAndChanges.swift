extension MusicLibrary {
  /// A stick or folder that is present.
  public struct Stick: Sendable, Equatable {
    /// UUID of the file system, or a folder's path.
    public var id: String
    /// Name of its mount point, cleaned.
    public var label: String
    /// Its mount point.
    public var root: String
    /// Playable files, without those of stem sets.
    public var tracks = 0
    /// Stem sets.
    public var stemSets = 0
    /// Skipped files.
    public var problems = 0
    /// Files processed so far by the running or last scan.
    public var scanned = 0
    /// Whether a scan runs.
    public var isScanning = false
    /// Whether it is a folder of the settings and not a stick.
    public var isFolder: Bool { id == root }
    /// Whether its last scan ran to its end. Then a file that the library does not have does not exist.
    public var isWhole = false

    package init(id: String, label: String, root: String) { (self.id, self.label, self.root) = (id, label, root) }
  }

  /// Everything that can be played at one moment.
  public struct Music: Sendable, Equatable {
    /// All folders and playlists, in the order of the sticks' arrival.
    public var lists: [MusicList]
    /// All stem sets, in the order of the sticks' arrival. Those of one stick are in natural order of their folders.
    public var sets: [FoundStemSet]
    /// Identities of the sticks whose last scan ran to its end. Their lists and sets are complete.
    public var whole: Set<String>

    /// - Parameters:
    ///   - lists: all folders and playlists.
    ///   - sets: all stem sets.
    ///   - whole: identities of the sticks that are complete.
    public init(_ lists: [MusicList] = [], sets: [FoundStemSet] = [], whole: Set<String> = []) {
      self.lists = lists
      self.sets = sets
      self.whole = whole
    }
  }

  /// The use of a stick.
  public enum Contents: Sendable, Equatable {
    /// It has music that plays.
    case music
    /// It has none.
    case nothing
    /// It has none that plays before an import.
    case needsImport
    /// Two scans in a row failed, for this reason.
    case unreadable(String)
  }

  /// Reports about sticks. They come one after the other, on a thread of the library.
  public enum Event: Sendable, Equatable {
    case appeared(Stick)
    case gone(Stick)
    /// Lists or stem sets of the stick with this identity have changed.
    case updated(String)
    /// The contents of a stick are new. They are known for the first time, or have changed.
    case contents(Stick, Contents)
    case notice(String)
  }

  /// Folders and options of the library.
  public struct Settings: Sendable, Equatable {
    /// Folder that contains the sticks' mount points.
    public var mountRoot = "/run/media/gestureflow"
    /// Folders that are treated like sticks.
    public var folders: [String] = []
    /// Folder of imported sound; nil turns imports off.
    public var importFolder: String?
    /// Whether to import each stick's files without a request. Files that ffmpeg can read are imported.
    public var importsAlone = false
    /// Whether to measure the loudness of tracks without such tags.
    public var measuresLoudness = false
    /// Seconds between the end of a scan and the first measurement. A box that starts, or a new stick, has other work
    /// first.
    package var measurePause = 20.0
    /// Seconds until an incomplete scan is tried again. The pause doubles with each try, up to ten times this value.
    package var retryPause = 3.0

    /// Creates the standard settings.
    public init() {}
  }
}
