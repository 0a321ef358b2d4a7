import Realtime
import Testing

@Suite struct BootLayoutTests {
  private let names = ["camera", "sound", "a", "eleven char", "a name longer than the column"]

  /// Column in which the first character of a text stands.
  private func column(of text: String, in line: String) -> Int? {
    line.range(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
  }

  @Test func `the journal has one line each`() {
    #expect(BootLayout.journal.part("camera", .ok, "performer") == "[ OK ] camera      performer")
    #expect(BootLayout.journal.part("camera", .fail, String(repeating: "x ", count: 200)).split(separator: "\n").count == 1)
    #expect(BootLayout.journal.notice("said later") == "       said later")
    for name in names {
      let line = BootLayout.journal.part(name, .warn, "text")
      #expect(line.hasPrefix("[WARN] \(name) ") && line.hasSuffix(" text"), "\(line)")
    }
  }

  /// Among the service manager's lines, `[  OK  ] Started ...`, titles stand in one column.
  @Test func `titles on a console stand under the service managers`() {
    let layout = BootLayout.console(columns: 80)
    let theirs = column(of: "Started", in: "[  OK  ] Started gestureflow.service")
    for name in names { #expect(column(of: name, in: layout.part(name, .ok, "text")) == theirs) }
    #expect(column(of: "said", in: layout.notice("said later")) == theirs)
    #expect(layout.part("camera", .ok, "performer").hasPrefix("[ OK ] "))
  }

  @Test func `long texts go on below their begin`() {
    let layout = BootLayout.console(columns: 60)
    let words = (0..<40).map { "word\($0)" }
    let lines = layout.part("camera", .warn, words.joined(separator: " ")).split(separator: "\n").map(String.init)
    #expect(lines.count > 4 && lines.allSatisfy { $0.count <= 60 })
    let begin = column(of: "word0", in: lines[0])
    for line in lines.dropFirst() { #expect(column(of: "word", in: line) == begin) }
    let kept: [String] = lines.flatMap { (line: String) -> [String] in line.split(separator: " ").map(String.init) }
    #expect(kept.filter { $0.hasPrefix("word") } == words, "nothing is lost")
    // A word that is longer than the line.
    let long = String(repeating: "x", count: 200)
    let broken = layout.part("camera", .warn, long).split(separator: "\n")
    #expect(broken.allSatisfy { $0.count <= 60 } && broken.joined().filter { $0 == "x" }.count == 200)
    // A console that is too narrow for columns gets its line whole.
    #expect(BootLayout.console(columns: 20).part("camera", .warn, long).split(separator: "\n").count == 1)
  }
}
