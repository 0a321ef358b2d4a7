import GestureFlowAPI

/// A stem set where it lies now: up to four tracks of one song that play together. A file that changes makes another value of it.
public struct FoundStemSet: Sendable, Equatable {
  /// One of its channels.
  public struct Channel: Sendable, Equatable {
    /// Where the file is now.
    public var path: String
    /// Path from the stick's root.
    public var relative: String
    /// What is shown, cleaned, never empty.
    public var name: String
    /// Length in bars, 1...4000; nil when it is not said, and is then the nearest whole number to the file's length.
    public var bars: Int?
    /// Factor, 0...4.
    public var gain: Double
    /// Length of the file in seconds; nil if it does not say.
    public var seconds: Double?
    /// Bytes of the file.
    public var size: Int64
    /// When the file was changed, in seconds since 1970.
    public var modified: Int64

    /// Out of its fields, as they are described here.
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

  /// The stick's identity. With `folder` it is what a set is known by when its stick comes back under another name.
  public var stick: String
  /// Path of its folder from the stick's root; empty for the root itself.
  public var folder: String
  /// Where the folder is now.
  public var path: String
  /// What is shown, cleaned, never empty.
  public var name: String
  /// Tempo in thousandths of a quarter a minute, 20,000...400,000; nil when it is not said, and is then found from a channel's length and bars.
  public var milliBPM: Int?
  /// Time signature; 4/4 when it is not said.
  public var metre: Metre
  /// The key as its maker writes it, cleaned; nil when it is not said.
  public var key: String?
  /// One to four, in the set's order.
  public var channels: [Channel]

  /// Out of its fields, as they are described here.
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

  /// Where a set of the index lies now.
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
