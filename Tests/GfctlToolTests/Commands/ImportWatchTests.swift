import GestureFlowAPI
import GfctlTool
import Testing

/// Which of the box's results belong to which file.
@Suite struct ImportWatchTests {
  private func result(_ number: Int, _ file: String, failure: String? = nil, known: Bool? = nil) -> ImportResult {
    ImportResult(number: number, file: file, copy: failure == nil ? "/copy of \(file)" : nil, failure: failure, known: known)
  }

  @Test func `a result ends the wait once and former ones do not`() {
    var watch = ImportWatch()
    watch.add("film.mp4", as: "/box/film.mp4", after: 3)
    watch.add("other.mp4", as: "/box/other.mp4", after: 3)
    #expect(watch.take([result(2, "/box/film.mp4", failure: "no film"), result(3, "/box/other.mp4")]).isEmpty)
    let ending = watch.take([result(3, "/box/other.mp4"), result(4, "/box/film.mp4"), result(5, "/box/else.mp4")])
    #expect(ending == [ImportWatch.Ending(file: "film.mp4", result: result(4, "/box/film.mp4"))])
    #expect(watch.open == ["other.mp4"])
    #expect(watch.take([result(4, "/box/film.mp4")]).isEmpty && watch.open == ["other.mp4"])
  }

  @Test func `the result of the import is reported`() {
    var watch = ImportWatch()
    for file in ["a", "b", "c"] { watch.add(file, as: file, after: 0) }
    let endings = watch.take([result(1, "a"), result(2, "b", failure: "it is not a film"), result(3, "c", known: true)])
    #expect(endings.map(\.file) == ["a", "b", "c"] && watch.open.isEmpty)
    #expect(endings.map(\.result.failure) == [nil, "it is not a film", nil] && endings.map(\.result.known) == [nil, nil, true])
  }

  /// The box tells the last fifty: looked at after each, none is missed.
  @Test func `more files than results are kept are all heard of`() {
    var watch = ImportWatch()
    var results: [ImportResult] = []
    var ended = 0
    for number in 1...120 {
      ended += watch.take(results).count
      watch.add("\(number)", as: "\(number)", after: results.last?.number ?? 0)
      results = Array((results + [result(number, "\(number)", known: true)]).suffix(50))
    }
    ended += watch.take(results).count
    #expect(ended == 120 && watch.open.isEmpty)
  }
}
