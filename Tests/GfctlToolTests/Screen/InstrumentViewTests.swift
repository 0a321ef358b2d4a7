import GestureFlowAPI
import GfctlTool
import Testing

/// Tests of the instrument on the live screen: its sources, and its notes beside the frame.
@Suite struct InstrumentViewTests {
  /// A status with eleven notes. One hand plays E4, another is a fist, and a touch plays C3.
  private static var sample: Status {
    let notes = [48, 50, 52, 55, 57, 60, 62, 64, 67, 69, 72]
    let names = ["C3", "D3", "E3", "G3", "A3", "C4", "D4", "E4", "G4", "A4", "C5"]
    var instrument = InstrumentStatus(
      scale: "pentatonicMajor", key: "C", rangeLow: 48, rangeHigh: 72, articulation: .legato, bend: true, sound: "Glass bells",
      waveform: .saw, effects: InstrumentEffects(tone: 0.75, fuzz: 0.1, delay: 0.3, reverb: 0.45))
    let height = 0.5 / Double(notes.count)
    instrument.zones = notes.indices.map { (zone: Int) -> InstrumentZone in
      let bottom = 0.9 - Double(zone) * height
      return InstrumentZone(
        note: notes[zone], name: names[zone], isRoot: notes[zone] % 12 == 0, isFifth: notes[zone] % 12 == 7, top: bottom - height,
        bottom: bottom)
    }
    instrument.sources = [source("hand 3", 7, 64, "E4"), source("hand 4", 2, nil, nil), source("touch 0", 0, 48, "C3")]
    instrument.sources[0].bendCents = -35.4
    var status = Status.sample
    (status.mode, status.output, status.instrument) = (.instrument, .both, instrument)
    return status
  }

  private static func source(_ id: String, _ zone: Int, _ note: Int?, _ name: String?) -> InstrumentSource {
    InstrumentSource(id: id, zone: zone, note: note, name: name, velocity: 127, expression: 0.8, modulation: 0.25, depth: 0.5, bendCents: 0)
  }

  private func lines(_ status: Status, columns: Int = 100, rows: Int = 40, colour: Bool = false) -> [String] {
    WatchScreen(status: status, events: [], colour: colour).lines(columns: columns, rows: rows)
  }

  /// Returns the notes beside the frame, from the top; empty text for a row without a zone.
  private func frets(_ status: Status, rows: Int = 40) -> [String] {
    let all = lines(status, rows: rows)
    // The first lines are the state, the instrument and the level. Three lines of the wave and seven more
    // follow.
    let before = 4 + max(status.instrument?.sources.count ?? 0, 1)
    return all[before..<(rows - 10)].map { line in
      String(line.drop { $0 == " " || ("\u{2800}"..."\u{28FF}").contains($0) }.prefix { $0 != "\u{2800}" }).trimmingPrefix(" ")
        .split(separator: " ").joined(separator: " ")
    }
  }

  /// Returns the text without colour codes.
  private func plain(_ line: String) -> String { line.replacing(/\u{1B}\[[0-9]+m/, with: "") }

  @Test func `its settings its effects and each source have a line`() {
    let all = lines(Self.sample)
    #expect(all[1].hasPrefix("C pentatonicMajor  C3 to C5  Glass bells  saw  legato  bend  output both  voices 0 "))
    #expect(all[2].hasPrefix("tone 75 %  fuzz 10 %  delay 30 %  reverb 45 %  volume 80 % "))
    let (full, quarter) = (String(repeating: "=", count: 20), "=====" + String(repeating: ".", count: 15))
    #expect(all[3].hasPrefix("1 hand 3    E4   velocity \(full) 127  modulation \(quarter)  25 % -35 ct "))
    #expect(all[4].hasPrefix("2 hand 4    -    velocity ") && all[5].hasPrefix("3 touch 0   C3   velocity "))
    #expect(all[6].hasPrefix("level "))
    #expect(!all.contains { $0.hasPrefix("speed ") || $0.hasPrefix("place ") }, "a track's bars say nothing here")
  }

  @Test func `without anyone it says how it is played`() throws {
    var status = Self.sample
    status.instrument?.sources = []
    status.instrument?.locked = ["fuzz", "saw"]
    #expect(lines(status)[2].hasPrefix("tone 75 %  fuzz locked  delay 30 %"))
    #expect(!lines(status)[1].contains("notes are off"))
    status.control.paused = true
    #expect(lines(status)[1].contains("  notes are off until play"))
    let shown = lines(status)
    let place = try #require(shown.firstIndex { $0.hasPrefix("no notes: ") })
    #expect(shown[place - 1].hasPrefix("tone 75 %") && shown[place + 1].hasPrefix("level "))
  }

  @Test func `notes stand beside the image at their heights`() throws {
    let all = frets(Self.sample)
    let rows = all.count
    #expect(rows == 23)
    let zones = try #require(Self.sample.instrument).zones
    for zone in zones {
      let middle = Int((zone.top + zone.bottom) / 2 * Double(rows))
      #expect(all[middle].contains(" \(zone.name)"), "\(zone.name) in \(all)")
    }
    let names = all.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
    #expect(names == zones.reversed().map(\.name), "up is higher")
    #expect(all.prefix(9).allSatisfy(\.isEmpty) && all.suffix(2).allSatisfy(\.isEmpty), "\(all)")
  }

  @Test func `roots fifths and what is played are marked`() {
    let all = frets(Self.sample)
    #expect(all.contains("### E4 1") && all.contains("### C3 3"), "who plays has the number of the line above: \(all)")
    #expect(all.contains("=== C4") && all.contains("=== C5") && all.contains("--- G3") && all.contains("--- G4"))
    #expect(all.contains("... E3") && all.contains("... D4"), "a fist plays nothing")
    var status = Self.sample
    status.instrument?.sources[1] = Self.source("hand 4", 7, 64, "E4")
    #expect(frets(status).contains("### E4 1 2"))
  }

  @Test func `in a long row of notes the important one is named`() {
    var status = Self.sample
    // 128 notes over the whole height, in 22 rows.
    status.instrument?.zones = (0..<128).map { (note: Int) -> InstrumentZone in
      InstrumentZone(
        note: note, name: "n\(note)", isRoot: note % 12 == 0, isFifth: note % 12 == 7, top: 1 - Double(note + 1) / 128,
        bottom: 1 - Double(note) / 128)
    }
    status.instrument?.sources = [Self.source("hand 1", 61, 61, "n61")]
    let all = frets(status)
    #expect(all.allSatisfy { !$0.isEmpty } && all.contains("### n61 1"), "\(all)")
    for note in stride(from: 0, through: 120, by: 12) where note != 60 { #expect(all.contains("=== n\(note)"), "\(note) in \(all)") }
    // A note over many rows is named once.
    status.instrument?.zones = [InstrumentZone(note: 0, name: "C", isRoot: true, isFifth: false, top: 0, bottom: 1)]
    status.instrument?.sources = []
    #expect(frets(status).filter { $0 == "=== C" }.count == 1 && frets(status).allSatisfy { $0.hasPrefix("===") })
  }

  @Test func `colours are round their parts and off when not wanted`() {
    let (coloured, bare) = (lines(Self.sample, colour: true), lines(Self.sample))
    #expect(coloured.map(plain) == bare && !bare.contains { $0.contains("\u{1B}") })
    #expect(coloured.contains { $0.contains("\u{1B}[36m ### E4  1") }, "cyan is played")
    #expect(coloured.contains { $0.contains("\u{1B}[32m === C4 ") } && coloured.contains { $0.contains("\u{1B}[2m ... D4 ") })
    #expect(!coloured.contains { $0.contains(/\u{1B}\[[0-9]+m\u{1B}\[0m/) }, "no colour for nothing")
  }

  @Test(arguments: [(20, 5), (40, 12), (60, 30), (80, 24), (200, 60), (1, 1)])
  func `it fills the terminal and no more`(columns: Int, rows: Int) {
    for colour in [false, true] {
      let all = lines(Self.sample, columns: columns, rows: rows, colour: colour).map(plain)
      #expect(all.count <= rows && all.allSatisfy { $0.count == columns }, "\(all.map(\.count))")
    }
  }

  @Test func `figures that are NaN or beyond their range draw nothing odd`() throws {
    var status = Self.sample
    status.instrument?.sound = String(repeating: "🎹", count: 200)
    status.control.volume = .nan
    for (index, odd) in [Double.nan, .infinity, -.infinity].enumerated() {
      status.instrument?.sources[index].modulation = odd
      status.instrument?.sources[index].bendCents = odd
      status.instrument?.sources[index].velocity = [Int.max, .min, -7][index]
      status.instrument?.sources[index].zone = [Int.max, .min, -7][index]
      status.instrument?.effects.tone = odd
      status.instrument?.zones[index].top = odd
      status.instrument?.zones[index].bottom = odd
      for columns in [20, 80, 200] { #expect(lines(status, columns: columns).allSatisfy { TextWidth.of($0) == columns }) }
    }
    status.instrument?.sources[0].id = "a\nb\u{1B}[2J\u{202E}c"
    status.instrument?.zones[3].name = "\u{1B}[2J"
    #expect(!lines(status).contains { $0.contains("\u{1B}") || $0.contains("\n") || $0.contains("\u{202E}") })
    status.instrument?.zones = []
    #expect(lines(status, columns: 80).allSatisfy { TextWidth.of($0) == 80 })
  }
}
