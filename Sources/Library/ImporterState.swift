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
