import GestureFlowAPI

/// Files that the box has been given to import, and what has become of them.
package struct ImportWatch {
  /// What became of a file.
  package struct Ending: Equatable {
    /// As the owner knows it.
    package var file: String
    /// What the box says of it.
    package var result: ImportResult

    package init(file: String, result: ImportResult) {
      self.file = file
      self.result = result
    }
  }

  private struct Wait {
    var file: String
    /// As the box's results name it.
    var name: String
    /// Results up to this number are of former imports.
    var after: Int
  }

  private var waiting: [Wait] = []

  /// Files of which nothing is known yet.
  package var open: [String] { waiting.map(\.file) }

  package init() {}

  /// - Parameters:
  ///   - file: as the owner knows it. - name: as the box's results name it.
  ///   - last: number of the box's last result before the file was given to it; 0 for none.
  package mutating func add(_ file: String, as name: String, after last: Int) { waiting.append(Wait(file: file, name: name, after: last)) }

  /// Takes the box's results, of which it tells the last fifty only: whoever gives it more files than that must look in between.
  /// - Returns: what became of which files since the last look.
  package mutating func take(_ results: [ImportResult]) -> [Ending] {
    var endings: [Ending] = []
    waiting.removeAll { wait in
      guard let result = results.last(where: { $0.file == wait.name && $0.number > wait.after }) else { return false }
      endings.append(Ending(file: wait.file, result: result))
      return true
    }
    return endings
  }
}
