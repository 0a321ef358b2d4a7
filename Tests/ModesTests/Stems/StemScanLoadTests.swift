import Foundation
import GestureFlowAPI
import Library
import Modes
import ModesDoubles
import Sound
import SoundDoubles
import TestSupport
import Testing

/// Scan and loader judge a set by the same rule. A set in `library stems` plays on request.
@Suite struct StemScanLoadTests {
  /// A set on the stick. One channel has exactly one bar; the other has more bars and is some milliseconds too
  /// long.
  private struct Case {
    var tempo: Int
    var bars: Int
    var off: Double
    /// The content of its `stems.toml`.
    var says: Says
    var rate: Int
    var metre: Metre

    enum Says: CaseIterable { case all, tempo, bars }

    var folder: String { "\(tempo) \(bars) \(off) \(says)" }

    /// Whether the scan must accept the set; nil if the channel itself sets the tempo.
    var isSet: Bool? { says == .bars ? nil : abs(off) <= 59 }

    func write(_ root: URL) throws {
      let place = root.appendingPathComponent(folder)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let bar = metre.quarters * 60_000 / Double(tempo)
      var text = "beats = \"\(metre)\"\n" + (says == .bars ? "" : "tempo = \(Double(tempo) / 1000)\n")
      for (name, count, seconds) in [("a.wav", 1, bar), ("b.wav", bars, Double(bars) * bar + off / 1000)] {
        text += "[[channel]]\nfile = \"\(name)\"\n" + (says == .tempo ? "" : "bars = \(count)\n")
        let samples = Signals.sine(220, seconds: seconds, level: 0.2, rate: Double(rate))
        Signals.write(samples, to: place.appendingPathComponent(name).path, rate: rate)
      }
      try Data(text.utf8).write(to: place.appendingPathComponent("stems.toml"))
    }
  }

  /// Lengths on both sides of the padding that encoders may add. The bars last 0.6 s to 2 s. There are seven of
  /// them, so that each meets every text form and both rates.
  private static var cases: [Case] {
    var all: [Case] = []
    for tempo in [117_300, 231_001, 400_000] {
      for bars in [1, 2] {
        for off in [-60.5, -59.5, -58.5, 0, 58.5, 59.5, 60.5] {
          let number = all.count
          all.append(
            Case(
              tempo: tempo, bars: bars, off: off, says: Case.Says.allCases[number % 3], rate: number % 2 == 0 ? 48_000 : 44_100,
              metre: [.common, .sixEight, Metre(3) ?? .common][number / 3 % 3]))
        }
      }
    }
    return all
  }

  @Test func `the loader accepts each set that the scan accepts`() throws {
    try Places.withFolder { root in
      let cases = Self.cases
      for one in cases { try one.write(root) }
      let index = try LibraryIndex(nil)
      _ = try StickScanner(stick: "S", root: root.path, index: index).run()
      let sets = try index.stemSets(of: "S").map { FoundStemSet($0, stick: "S", root: root.path) }
      let told = Set(try index.problems(of: "S").map(\.relative))

      let player = try StemRenderer()
      for set in sets {
        do throws(StemRefusal) { try player.loader.loadNow(StemChoice.found(set).set) } catch {
          Issue.record("\(set.folder): \(error.problems)")
        }
        // Releases the set that was handed over.
        _ = player.render(blocks: 1)
      }
      let taken = Set(sets.map(\.folder))
      #expect(taken.count > cases.count / 4 && taken.count < cases.count, "\(taken.count) of \(cases.count)")
      for one in cases {
        if let isSet = one.isSet { #expect(taken.contains(one.folder) == isSet, "\(one.folder)") }
        // A set that plays may have a remark, too.
        #expect(taken.contains(one.folder) || told.contains(one.folder + "/stems.toml"), "\(one.folder): what is not taken is told")
      }
    }
  }
}
