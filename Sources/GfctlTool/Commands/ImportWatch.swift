import GestureFlowAPI

/// Files that the box imports, and their results.
package struct ImportWatch {
  /// The result of a file.
  package struct Ending: Equatable {
    /// Name of the file for the owner.
    package var file: String
    /// The report of the box.
    package var result: ImportResult

    package init(file: String, result: ImportResult) {
      self.file = file
      self.result = result
    }
  }

  private struct Wait {
    var file: String
    /// Name in the box's results.
    var name: String
    /// Number of the last result of former imports.
    var after: Int
  }

  private var waiting: [Wait] = []

  /// Files without a result yet.
  package var open: [String] { waiting.map(\.file) }

  package init() {}

  /// - Parameters:
  ///   - file: its name for the owner. - name: its name in the box's results.
  ///   - last: number of the box's last result before the file was given to it; 0 for none.
  package mutating func add(_ file: String, as name: String, after last: Int) { waiting.append(Wait(file: file, name: name, after: last)) }

  /// Processes the results of the box.
  /// It reports the last fifty only, so a caller with more files must call in between.
  /// - Returns: the results since the last call.
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
