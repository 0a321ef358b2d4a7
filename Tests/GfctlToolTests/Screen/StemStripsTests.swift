import GestureFlowAPI
import GfctlTool
import Testing

/// Tests of the stem set on the live screen: strips with level, waiting loops and position.
@Suite struct StemStripsTests {
  private func lines(_ status: Status, columns: Int = 100, rows: Int = 40, colour: Bool = false) -> [String] {
    WatchScreen(status: status, events: [], colour: colour).lines(columns: columns, rows: rows)
  }

  /// Returns the text without colour codes.
  private func plain(_ line: String) -> String { line.replacing(/\u{1B}\[[0-9]+m/, with: "") }

  /// Returns the bar of a channel's length, the line below its number.
  private func bar(_ channel: Int, _ status: Status) throws -> String {
    let all = lines(status)
    let level = try #require(all.firstIndex { $0.dropFirst().hasPrefix("\(channel) ") })
    return String(all[level + 1].dropFirst(13).prefix { $0 != " " })
  }

  @Test func `a set has its line and each channel two`() throws {
    let all = lines(.stemsSample)
    #expect(all[1].hasPrefix("bar 12 ..#. 4/4  110.0 BPM  Night drive  A minor  2/3 "))
    #expect(all[2].hasPrefix(" 1 drums     ==") && all[2].contains("50 %  -12 dB   +0 ct"))
    #expect(all[4].hasPrefix(">2 sub bass ") && all[6].hasPrefix(" 3 lead ") && all[8].hasPrefix(" 4 chords "))
    #expect(all[7].contains(" 16 bars  loop 1 to 3  next 0 to 1") && all[8].contains("locked: needs tier pro"))
    #expect(!all.contains { $0.hasPrefix("speed ") || $0.hasPrefix("place ") }, "a track's bars say nothing here")
    #expect(all.contains { $0.hasPrefix("level ") })
  }

  @Test func `a lamp stands for each beat of the metre`() {
    var status = Status.stemsSample
    for (metre, beat, shown) in [(Metre.sixEight, 2, ".#"), (Metre(3) ?? .common, 3, "..#"), (Metre(1) ?? .common, 1, "#")] {
      status.stems = StemsStatus(
        set: "Night", setIndex: 0, setCount: 1, tempoBPM: 110, key: nil, bar: 12, beat: beat, metre: metre, channels: [])
      #expect(lines(status)[1].hasPrefix("bar 12 \(shown) \(metre)  110.0 BPM  Night"))
    }
  }

  @Test func `the length shows region playhead and what waits`() throws {
    var status = Status.stemsSample
    let whole = try bar(1, status)
    #expect(whole.first == "|" && whole.dropFirst().allSatisfy { $0 == "=" } && whole.count == 53)
    let (first, rest) = (try bar(3, status).prefix(13), try bar(3, status).suffix(13))
    #expect(first.allSatisfy { $0 == "-" }, "what waits: \(first)")
    #expect(rest.allSatisfy { $0 == "." }, "behind the loop: \(rest)")
    let head = Array(try bar(3, status)).firstIndex(of: "|")
    #expect(head == 26, "in the middle")
    // A loop that ends shows the whole length as waiting.
    status.stems?.channels[2].pendingLoop = .whole
    #expect(try bar(3, status).allSatisfy { $0 == "-" || $0 == "|" })
    status.stems?.channels[2].pendingLoop = nil
    let loop = try bar(3, status)
    #expect(loop.contains("=") && !loop.contains("-") && loop.first == "." && loop.last == ".")
  }

  @Test func `marks say what is selected muted and loaded`() {
    var status = Status.stemsSample
    status.stems?.channels[0].muted = true
    status.stems?.channels[1].solo = true
    status.stems?.selectProgress = 0.5
    status.stems?.loading = "Morning"
    let all = lines(status)
    #expect(all[2].contains(" MUTE") && all[4].contains(" SOLO") && all[1].contains("selecting ====....  loading Morning"))
    status.stems?.selected = nil
    #expect(!lines(status).contains { $0.hasPrefix(">") })
  }

  @Test func `colours are round their parts and off when not wanted`() {
    let (coloured, bare) = (lines(.stemsSample, colour: true), lines(.stemsSample))
    #expect(coloured.map(plain) == bare && !bare.contains { $0.contains("\u{1B}") })
    #expect(coloured[4].hasPrefix("\u{1B}[36m>2 sub bass"), "cyan is selected")
    #expect(coloured[7].contains("\u{1B}[33m-"), "amber waits")
    #expect(coloured[2].hasPrefix("\u{1B}[32m 1 drums"))
    #expect(!coloured.contains { $0.contains(/\u{1B}\[[0-9]+m\u{1B}\[0m/) }, "no colour for nothing")
  }

  @Test(arguments: [(20, 5), (40, 12), (60, 30), (80, 24), (200, 60), (1, 1)])
  func `it fills the terminal and no more`(columns: Int, rows: Int) {
    for colour in [false, true] {
      let all = lines(.stemsSample, columns: columns, rows: rows, colour: colour).map(plain)
      #expect(all.count <= rows && all.allSatisfy { $0.count == columns }, "\(all.map(\.count))")
    }
  }

  @Test func `figures that are NaN or beyond their range draw nothing odd`() throws {
    var status = Status.stemsSample
    status.stems?.set = String(repeating: "🎹", count: 200)
    status.stems?.setIndex = .max
    status.stems?.tempoBPM = .nan
    status.stems?.selectProgress = .infinity
    for (index, odd) in [Double.nan, .infinity, -.infinity, 1e300].enumerated() {
      status.stems?.channels[index].volume = odd
      status.stems?.channels[index].pitchCents = odd
      status.stems?.channels[index].peakDB = odd
      status.stems?.channels[index].positionQuarters = odd
      status.stems?.channels[index].loop = StemLoop(start: .max, end: .min)
      status.stems?.channels[index].pendingLoop = StemLoop(start: .min, end: -7)
      status.stems?.channels[index].locked = false
    }
    for columns in [20, 80, 200] { #expect(lines(status, columns: columns).allSatisfy { TextWidth.of($0) == columns }) }
    #expect(StatusScreen.text(status, colour: false).contains("stems     🎹"))
    #expect(try PresentValue.text(.select, status)?.hasPrefix("🎹") == true)
  }
}
