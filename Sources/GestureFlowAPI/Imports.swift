/// The answer to an uploaded film: `POST /v1/imports`.
public struct ImportAnswer: Codable, Sendable, Equatable {
  /// Action of the box, as a sentence.
  public var done: String
  /// Name of the file on the box, which `ImportResult` uses.
  public var file: String
  /// - Parameters:
  ///   - done: action of the box, as a sentence.
  ///   - file: the file on the box.
  public init(done: String, file: String) {
    self.done = done
    self.file = file
  }
}

/// The result of an import.
public struct ImportResult: Codable, Sendable, Equatable {
  /// Number of the result since the start of the box, from 1.
  public var number: Int
  /// The file, as named by the command or the upload's answer.
  public var file: String
  /// The playable copy; nil if the import failed.
  public var copy: String?
  /// Reason of the failure; nil if the import succeeded.
  public var failure: String?
  /// True if the copy already existed; nil otherwise. The file was imported before and has not changed since.
  public var known: Bool?
  /// - Parameters:
  ///   - number: number of the result, from 1.
  ///   - file: the file to import.
  ///   - copy: the playable copy.
  ///   - failure: reason of the failure.
  ///   - known: true if the copy already existed.
  public init(number: Int, file: String, copy: String?, failure: String?, known: Bool? = nil) {
    self.number = number
    self.file = file
    self.copy = copy
    self.failure = failure
    self.known = known
  }
}
