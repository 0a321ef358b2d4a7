extension MusicLibrary {
  /// A stick or folder that is there now.
  public struct Stick: Sendable, Equatable {
    /// UUID of the file system, or a folder's path.
    public var id: String
    /// Name of the folder it is mounted on, cleaned.
    public var label: String
    /// Where it is mounted.
    public var root: String
    /// Files that can be played, without those of stem sets.
    public var tracks = 0
    /// Stem sets.
    public var stemSets = 0
    /// Files that were skipped.
    public var problems = 0
    /// Files looked at so far by a scan that runs, or by the last one.
    public var scanned = 0
    /// It is being read.
    public var isScanning = false
    /// Its last scan came to its end: what the library does not know of it is not there.
    public var isWhole = false
  }

  /// What can be played, at one moment.
  public struct Music: Sendable, Equatable {
    /// All folders and playlists, in the order in which the sticks came.
    public var lists: [MusicList]
    /// All stem sets, those of a stick in natural order of their folders, in the order in which the sticks came.
    public var sets: [FoundStemSet]
    /// Identities of the sticks of which these are all lists and sets there are: their last scan came to its end.
    public var whole: Set<String>

    /// - Parameters:
    ///   - lists: all folders and playlists. - sets: all stem sets. - whole: identities of the sticks of which these are all.
    public init(_ lists: [MusicList] = [], sets: [FoundStemSet] = [], whole: Set<String> = []) {
      self.lists = lists
      self.sets = sets
      self.whole = whole
    }
  }

  /// What is told while sticks come and go; one after the other, on a thread of the library.
  public enum News: Sendable, Equatable {
    case appeared(Stick)
    case gone(Stick)
    /// The lists or stem sets of the stick with this identity have changed.
    case updated(String)
    case notice(String)
  }

  /// Where music is looked for.
  public struct Settings: Sendable, Equatable {
    /// Sticks are mounted below it.
    public var mountRoot = "/run/media/gestureflow"
    /// Folders that are treated like sticks.
    public var folders: [String] = []
    /// Where imported sound lies; nil: nothing is imported.
    public var importFolder: String?
    /// Import what ffmpeg can read from each stick without being asked.
    public var importsAlone = false
    /// Measure the loudness of tracks whose tags do not tell it.
    public var measuresLoudness = false
    /// Seconds between the end of a scan and the first measurement: a box that starts, or a stick that comes, has other work to do first.
    package var measurePause = 20.0
    /// Seconds until a scan that could not be brought to its end is tried again; each further try waits twice as long, ten times this at most.
    package var retryPause = 3.0

    /// The standard places.
    public init() {}
  }
}
