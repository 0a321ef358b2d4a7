import GestureFlowAPI

/// A stem set at its current place. It has up to four tracks of one song that play together. If a file changes, the
/// value changes.
public struct FoundStemSet: Sendable, Equatable {
  /// One of its channels.
  public struct Channel: Sendable, Equatable {
    /// Current path of the file.
    public var path: String
    /// Path from the stick's root.
    public var relative: String
    /// The displayed name, cleaned, never empty.
    public var name: String
    /// Length in bars, 1...4000; nil if not given. It is then the whole number nearest to the file's length.
    public var bars: Int?
    /// Gain as a linear factor, 0...4.
    public var gain: Double
    /// Length of the file in seconds; nil if unknown.
    public var seconds: Double?
    /// Size of the file in bytes.
    public var size: Int64
    /// Time of the file's last change, in seconds since 1970.
    public var modified: Int64

    /// Creates a channel from its fields.
    public init(
      path: String, relative: String, name: String, bars: Int?, gain: Double, seconds: Double?, size: Int64, modified: Int64
    ) {
      self.path = path
      self.relative = relative
      self.name = name
      self.bars = bars
      self.gain = gain
      self.seconds = seconds
      self.size = size
      self.modified = modified
    }
  }

  /// The stick's identity. Together with `folder` it identifies a set when its stick comes back under another name.
  public var stick: String
  /// Path of its folder from the stick's root. Empty for the root itself.
  public var folder: String
  /// Current path of the folder.
  public var path: String
  /// The displayed name, cleaned, never empty.
  public var name: String
  /// Tempo in thousandths of a quarter per minute, 20,000...400,000. Nil if not given; it is then derived from a
  /// channel's length and bars.
  public var milliBPM: Int?
  /// Time signature; 4/4 if not given.
  public var metre: Metre
  /// The key as the author writes it, cleaned; nil if not given.
  public var key: String?
  /// One to four channels, in the set's order.
  public var channels: [Channel]

  /// Creates a set from its fields.
  public init(
    stick: String, folder: String, path: String, name: String, milliBPM: Int?, metre: Metre = .common, key: String?, channels: [Channel]
  ) {
    self.stick = stick
    self.folder = folder
    self.path = path
    self.name = name
    self.milliBPM = milliBPM
    self.metre = metre
    self.key = key
    self.channels = channels
  }

  /// Creates the current place of a set in the index.
  package init(_ set: IndexedStemSet, stick: String, root: String) {
    self.init(
      stick: stick, folder: set.folder, path: set.folder.isEmpty ? root : root + "/" + set.folder, name: set.name, milliBPM: set.milliBPM,
      metre: set.metre, key: set.key,
      channels: set.channels.map {
        Channel(
          path: root + "/" + $0.track, relative: $0.track, name: $0.name, bars: $0.bars, gain: $0.gain, seconds: $0.seconds, size: $0.size,
          modified: $0.modified)
      })
  }
}
