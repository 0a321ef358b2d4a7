/// A part of a sound file. It plays as a track of its own.
public struct FilePart: Sendable, Equatable {
  /// The track's own path: that of the file and one more name.
  public var path: String
  /// The sound file.
  public var file: String
  /// Its title.
  public var title: String
  /// Its first frame, in frames of 48 kHz from the file's start.
  public var start: Int64
  /// The first frame behind it; nil for the file's end.
  public var end: Int64?

  /// - Parameters:
  ///   - path: of the track.
  ///   - file: path of the sound file.
  ///   - title: name that is shown.
  ///   - start: in frames of 48 kHz from the file's start.
  ///   - end: as `start`; nil for the file's end.
  public init(path: String, file: String, title: String, start: Int64, end: Int64?) {
    (self.path, self.file, self.title, self.start, self.end) = (path, file, title, start, end)
  }
}
