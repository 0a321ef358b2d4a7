import Foundation
import GestureFlowAPI

/// Contents of a `stems.toml`.
package struct StemSetFileContents: Sendable, Equatable {
  /// Nil if the file has a mistake.
  package var plan: StemSetPlan?
  /// All mistakes, with line and key.
  package var reasons = StemReasons()
  /// A mistake that does not keep the set from playing. Nil for none.
  package var remark: String?
  /// The system's error number when the file could not be read. Its contents are then unknown.
  package var trouble: Int32?
}

/// Reads a `stems.toml`.
///
///     name = "First light"      # default: the folder's name
///     tempo = 110               # quarters per minute, 20 to 400; default: derived from length and bars
///     beats = "6/8"             # time signature: a number of quarters, or N/4 or N/8; default: 4/4
///     key = "A minor"           # displayed as written
///
///     [[channel]]               # one to four
///     file = "drums.wav"        # in the folder of stems.toml or below it
///     name = "drums"            # default: the file's name
///     bars = 2                  # 1 to 4000; default: derived from the file's length
///     gain = 1.0                # 0 to 4; default: 1
///
/// A set of one channel is allowed: a written file shows intent, and a set may grow.
package enum StemSetFile {
  /// Maximum size of a file in bytes.
  package static let maxBytes = 64 << 10
  private static let topKeys = ["name", "tempo", "beats", "key"]
  private static let channelKeys = ["file", "name", "bars", "gain"]
  private static let heads = TOMLLines.Heads(
    ["[[channel]]"], rule: "is not a section of a stem set: begin each channel with [[channel]]", hint: "[[channel]]")

  /// Returns whether a file name is that of a stem set's description. Upper case counts, too: some systems write only
  /// upper case on sticks.
  package static func isName(_ name: String) -> Bool { name.utf8.count == 10 && name.lowercased() == "stems.toml" }

  /// Reads a set's file. It reads at most `maxBytes`, whatever size the file claims to have.
  /// - Parameter path: path of the file.
  package static func read(file path: String, _ access: StickAccess = StickAccess()) -> StemSetFileContents {
    do throws(FileError) { return read(try SmallFile.bytes(of: path, most: maxBytes, access)) } catch {
      return StemSetFileContents(
        reasons: StemReasons([error.reason]), trouble: error.code.flatMap { ReadTrouble.cannotTell($0) ? $0 : nil })
    }
  }

  private static func refused(_ reason: String) -> StemSetFileContents { StemSetFileContents(reasons: StemReasons([reason])) }

  /// Reads a set's text.
  /// - Parameter bytes: the file's bytes, at most `maxBytes`.
  package static func read(_ bytes: [UInt8]) -> StemSetFileContents {
    guard let text = SmallFile.text(bytes) else { return refused("it is not UTF-8 text: save it as UTF-8") }
    let lines = TOMLLines(text, heads)
    var reasons = StemReasons()
    for complaint in lines.complaints {
      reasons.add("line \(complaint.line): \(complaint.key.map { "\($0): " } ?? "")\(complaint.text)")
    }
    var reader = Reader()
    for entry in lines.entries { reader.take(entry, &reasons) }
    let plan = reader.plan(lines.heads.map(\.line), &reasons)
    if reasons.count > 0, let remark = reader.remark { reasons.add(remark) }
    return reasons.count > 0 ? StemSetFileContents(reasons: reasons) : StemSetFileContents(plan: plan, remark: reader.remark)
  }

  /// Builds a plan from lines.
  private struct Reader {
    private struct Half {
      var file: String?
      var name: String?
      var bars: Int?
      var gain = 1.0
    }
    private struct Place: Hashable {
      var channel: Int?
      var key: String
    }

    private var top = StemSetPlan(channels: [])
    private var channels: [Int: Half] = [:]
    private var seen: Set<Place> = []
    /// See `StemSetFileContents`.
    private(set) var remark: String?

    mutating func take(_ entry: TOMLLines.Entry, _ reasons: inout StemReasons) {
      let keys = entry.head == nil ? topKeys : channelKeys
      func refuse(_ why: String) { reasons.add("line \(entry.line): \(entry.key): \(why)") }
      guard keys.contains(entry.key) else {
        let place = entry.head == nil ? "above the first [[channel]]" : "in a [[channel]]"
        return refuse("this key does not exist \(place); use \(keys.joined(separator: ", "))")
      }
      guard seen.insert(Place(channel: entry.head, key: entry.key)).inserted else { return refuse("it appears twice") }
      var half = entry.head.map { channels[$0] ?? Half() }
      switch (entry.key, entry.value) {
      case ("name", .text(let text)):
        let name = cleaned(text, limit: StemSetPlan.longestName)
        if name.isEmpty { return refuse("it has no visible character: leave it out or give a name") }
        if half != nil { half?.name = name } else { top.name = name }
      case ("key", .text(let text)):
        let key = cleaned(text, limit: StemSetPlan.longestName)
        top.key = key.isEmpty ? nil : key
      case ("file", .text(let text)):
        guard let file = StemSetFile.place(text) else {
          return refuse("it must lie in the folder of stems.toml or below: write \"drums.wav\", without a leading / and without ..")
        }
        guard FileKind(name: String(file.split(separator: "/").last ?? "")) == .sound else {
          return refuse("its name is not that of a sound file; there are \(FileKind.sounds.sorted().joined(separator: ", "))")
        }
        half?.file = file
      case ("tempo", let value):
        guard let number = StemSetFile.number(value), (20...400).contains(number) else {
          return refuse("it takes 20 to 400 (beats a minute)\(StemSetFile.instead(value))")
        }
        top.milliBPM = Int((number * 1000).rounded())
      case ("beats", let value):
        if let metre = StemSetFile.metre(value) { return top.metre = metre }
        let what = if case .text(let text) = value { ", and not '\(cleaned(text, limit: 20))'" } else { StemSetFile.instead(value) }
        let rule = "it takes 1 to 16 (quarters a bar) or a text like \"6/8\" (1 to 16 over 4 or 8)"
        remark = "line \(entry.line): beats: \(rule)\(what); its bars are counted as 4/4"
      case ("bars", let value):
        guard case .whole(let bars) = value, StemSetPlan.bars.contains(bars) else {
          return refuse("it takes a whole number from 1 to 4000\(StemSetFile.instead(value))")
        }
        half?.bars = bars
      case ("gain", let value):
        guard let number = StemSetFile.number(value), StemSetPlan.gains.contains(number) else {
          return refuse("it takes 0 to 4\(StemSetFile.instead(value))")
        }
        half?.gain = number
      default: return refuse("it takes a text between quotation marks\(StemSetFile.instead(entry.value))")
      }
      if let at = entry.head { channels[at] = half }
    }

    func plan(_ heads: [Int], _ reasons: inout StemReasons) -> StemSetPlan {
      var plan = top
      if heads.isEmpty { reasons.add("it has no [[channel]]: a stem set has 1 to \(StemSetPlan.mostChannels)") }
      if heads.count > StemSetPlan.mostChannels {
        reasons.add("it has \(heads.count) times [[channel]]: a stem set has \(StemSetPlan.mostChannels) channels at most")
      }
      for (at, line) in heads.enumerated() {
        let half = channels[at] ?? Half()
        guard let file = half.file else {
          // A wrong file name was reported already.
          if !seen.contains(Place(channel: at, key: "file")) {
            reasons.add("line \(line): the channel has no file: write file = \"drums.wav\"")
          }
          continue
        }
        if let twin = plan.channels.firstIndex(where: { $0.file == file }) {
          reasons.add("line \(line): its file is already that of channel \(twin + 1)")
        }
        let name = half.name ?? StemFileName.name(of: file)
        plan.channels.append(.init(file: file, name: name, bars: half.bars, gain: half.gain))
      }
      if reasons.count == 0, plan.milliBPM == nil, plan.channels.allSatisfy({ $0.bars == nil }) {
        reasons.add("tempo: it is missing, and no channel has bars from which it could be found: give tempo or bars")
      }
      return plan
    }
  }

  private static func number(_ value: TOMLLines.Value) -> Double? {
    switch value {
    case .whole(let whole): Double(whole)
    case .number(let number): number
    case .text, .other: nil
    }
  }

  private static func metre(_ value: TOMLLines.Value) -> Metre? {
    switch value {
    case .whole(let quarters): Metre(quarters)
    case .text(let text): Metre(rawValue: text)
    case .number, .other: nil
    }
  }

  private static func instead(_ value: TOMLLines.Value) -> String {
    switch value {
    case .whole(let whole): ", and not \(whole)"
    case .number(let number): ", and not \(number)"
    case .text: ", and not text"
    case .other(let what): ", and not \(what)"
    }
  }

  /// Returns a path within the set's folder. Nil if it leaves the folder.
  private static func place(_ text: String) -> String? {
    guard !text.hasPrefix("/"), !text.hasPrefix("\\") else { return nil }
    return PlaylistReader.resolve(text.replacing("\\", with: "/"), in: "")
  }
}
