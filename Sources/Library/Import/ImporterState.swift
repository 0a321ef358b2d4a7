import GestureFlowAPI

extension Importer {
  /// The result of an import.
  public enum Result: Sendable, Equatable {
    /// The path of its copy.
    case done(String)
    /// The path of an existing copy. The file was imported before and is unchanged.
    case known(String)
    /// The reason for the failure.
    case failed(String)
  }

  /// The result of one try.
  struct Trial {
    let result: Result
    /// Whether another try would end the same way. False for a disturbed try; the film is then kept.
    let isFinal: Bool

    /// Creates a final result: the film is imported, or cannot be imported.
    static func settled(_ result: Result) -> Trial { Trial(result: result, isFinal: true) }
    /// Creates a failure caused by box, disk or a missing program.
    static func postponed(_ why: String) -> Trial { Trial(result: .failed(why), isFinal: false) }
  }

  /// The importer's current state.
  public struct State: Sendable {
    /// Number of waiting files.
    public var waiting = 0
    /// The file that is being imported.
    public var file: String?
    /// Finished share of it, 0...1, if its length is known.
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
