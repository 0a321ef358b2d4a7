import GestureFlowAPI

extension Importer {
  /// What became of a file.
  public enum Result: Sendable, Equatable {
    /// The path of its copy.
    case done(String)
    /// The path of the copy that was there already: the file was imported before and has not changed since.
    case known(String)
    /// Why there is none.
    case failed(String)
  }

  /// What came of one try.
  struct Trial {
    let result: Result
    /// The file was tried in peace, and another try would end like this one. Otherwise it is kept.
    let isFinal: Bool

    /// The film is imported, or it is the film that cannot be.
    static func settled(_ result: Result) -> Trial { Trial(result: result, isFinal: true) }
    /// The box, the disk or a missing program is the reason.
    static func postponed(_ why: String) -> Trial { Trial(result: .failed(why), isFinal: false) }
  }

  /// What the importer does now.
  public struct State: Sendable {
    /// Files that wait.
    public var waiting = 0
    /// The file in work.
    public var file: String?
    /// Share of it that is done, 0...1, if its length is known.
    public var progress: Double?
    /// The last fifty results, newest last.
    public var results: [ImportResult] = []
  }
}

extension ImportResult {
  init(number: Int, file: String, _ result: Importer.Result) {
    switch result {
    case .done(let copy): self.init(number: number, file: file, copy: copy, failure: nil)
    case .known(let copy): self.init(number: number, file: file, copy: copy, failure: nil, known: true)
    case .failed(let why): self.init(number: number, file: file, copy: nil, failure: why)
    }
  }
}
