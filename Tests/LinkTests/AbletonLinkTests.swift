import Foundation
import Link
import TestSupport
import Testing

/// Tests of Ableton Link between two programs.
/// They have a private network, so that no test joins a real session.
@Suite struct AbletonLinkTests {
  /// A program's report at one moment.
  private struct Line {
    var tempo: Double
    var beat: Double
    var peers: Int
  }

  private static let script = Places.project.appendingPathComponent("Tests/LinkTests/two-boxes.sh").path
  private static let unshare = "/usr/bin/unshare"
  /// The command that makes a private network: as root, or as a private user if the kernel allows it.
  private static let ownNetwork: [String]? = [["--net"], ["--user", "--map-root-user", "--net"]].first {
    let run = try? ProgramRun.run(URL(fileURLWithPath: unshare), $0 + ["/bin/sh", "-c", "PATH=$PATH:/usr/sbin:/sbin ip link set lo up"])
    return run?.status == 0
  }

  /// Whether two tempos are equal in Link's unit: whole microseconds a beat.
  private func isSame(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return false }
    return abs(a - b) < 0.001
  }

  /// Returns the reports by their moment, in tenths of a second.
  private func lines(_ file: URL) throws -> [Int: Line] {
    var lines: [Int: Line] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ").compactMap { Double($0) }
      try #require(words.count == 4, "\(line)")
      lines[Int((words[0] * 10).rounded())] = Line(tempo: words[1], beat: words[2], peers: Int(words[3]))
    }
    return lines
  }

  /// Two clocks must agree to 2 ms in real time. So this test runs on a quiet machine.
  @Test(
    .long, .enabled(if: ownNetwork != nil, "no network of its own can be made here (unshare, ip), and a test must not use a real one"),
    arguments: [("4/4", 4.0), ("6/8", 3.0)])
  func `two programs agree on tempo and bar`(metre: String, bar: Double) throws {
    let words = try #require(Self.ownNetwork)
    try Places.withFolder { folder in
      let run = try ProgramRun.run(
        URL(fileURLWithPath: Self.unshare), words + [Self.script, Places.program("gflab").path, folder.path, metre])
      try #require(run.status == 0, "\(run.errors)")
      let (a, b) = (try lines(folder.appendingPathComponent("a")), try lines(folder.appendingPathComponent("b")))
      #expect(a.values.contains { $0.peers == 0 && $0.tempo == 97 }, "the first one was alone, with its own tempo")
      let together = a.keys.filter { a[$0]?.peers == 1 && b[$0]?.peers == 1 }.sorted()
      try #require(together.count > 30, "\(together.count) moments on the \(run.output)")
      #expect(b.values.contains { isSame($0.tempo, 97) }, "the second one took the first one's tempo")
      // A new tempo takes some milliseconds to arrive.
      let agreed = together.filter { isSame(a[$0]?.tempo, b[$0]?.tempo) }
      #expect(agreed.count >= together.count - 3)
      var worst = 0.0
      for at in agreed {
        let (one, other) = (try #require(a[at]), try #require(b[at]))
        var apart = abs(one.beat - other.beat)
        #expect((0..<bar).contains(one.beat) && (0..<bar).contains(other.beat))
        apart = min(apart, bar - apart)
        worst = max(worst, apart * 60 / one.tempo)
      }
      #expect(worst < 0.002, "\(worst * 1000) ms on the \(run.output)")
      let end = try #require(together.last)
      #expect(isSame(a[end]?.tempo, 133.5) && isSame(b[end]?.tempo, 133.5), "the second one's change is everybody's")
    }
  }

  @Test(.enabled(if: ownNetwork != nil, "no network of its own can be made here (unshare, ip), and a test must not use a real one"))
  func `a tempo that is chosen between two beats stays`() throws {
    let words = try #require(Self.ownNetwork)
    let command = "PATH=$PATH:/usr/sbin:/sbin; ip link set lo up && exec \"$0\" link --tempi 1000"
    let run = try ProgramRun.run(URL(fileURLWithPath: Self.unshare), words + ["/bin/sh", "-c", command, Places.program("gflab").path])
    #expect(run.output == "0 of 1000 lost; the last was 179.0, and the session has 179.0\n", "\(run.errors)")
  }
}
