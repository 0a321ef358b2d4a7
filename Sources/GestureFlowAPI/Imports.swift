/// The answer to a film that was sent to the box: `POST /v1/imports`.
public struct ImportAnswer: Codable, Sendable, Equatable {
  /// What the box did, in a sentence.
  public var done: String
  /// The file on the box, by which `ImportResult` names it.
  public var file: String
  /// - Parameters:
  ///   - done: what the box did, in a sentence.
  ///   - file: the file on the box.
  public init(done: String, file: String) {
    self.done = done
    self.file = file
  }
}

/// What became of a file that was to be imported.
public struct ImportResult: Codable, Sendable, Equatable {
  /// Counts the results since the start of the box, from 1 on.
  public var number: Int
  /// The file, as the command or the answer to the film named it.
  public var file: String
  /// The copy that can be played; nil when it failed.
  public var copy: String?
  /// Why it failed; nil when it did not.
  public var failure: String?
  /// True when the copy was there already, because the file had been imported before and has not changed since; nil otherwise.
  public var known: Bool?
  /// - Parameters:
  ///   - number: counts the results from 1 on.
  ///   - file: the file that was to be imported.
  ///   - copy: the copy that can be played.
  ///   - failure: why there is none.
  ///   - known: true when the copy was there already.
  public init(number: Int, file: String, copy: String?, failure: String?, known: Bool? = nil) {
    self.number = number
    self.file = file
    self.copy = copy
    self.failure = failure
    self.known = known
  }
}
