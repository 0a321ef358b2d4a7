import GestureFlowAPI
import Gestures
import SyntheticHands

/// The requests of a stems script, with their effects.
/// An effect has the output frame in which it is heard.
/// It is a pure function of a run's report.
public struct ActionTable: Sendable {
  /// The result of one request.
  public struct Row: Sendable, Equatable {
    /// The request, with its time in seconds of the script.
    public var ask: ScriptedStemAction
    /// The answer to the request.
    public var answer: Answer
  }

  /// The answer to a request.
  public enum Answer: Sendable, Equatable {
    /// The action happened. It was recognised at `seconds` of the script, and is heard from `frame` of the output on.
    /// `detail` describes the result.
    case happened(seconds: Double, frame: Int64, detail: String)
    /// It was recognised, and a later request replaced it.
    /// That request came before the bar line.
    /// The spec requires that.
    case replaced(seconds: Double)
    /// It was recognised, and is played already.
    case already(seconds: Double)
    /// It did not happen, with the reason.
    case missing(String)
  }

  /// Rows in the order of the script.
  public let rows: [Row]

  /// Whether every request had its effect.
  public var isComplete: Bool {
    rows.allSatisfy { if case .missing = $0.answer { false } else { true } }
  }

  /// Seconds after a motion in which its request may be recognised.
  /// A slow machine skips a frame or two.
  static let slack = 0.4
  /// Allowed fraction of the intended change of a value.
  /// Hands are not seen now and then, which costs some of it.
  static let ways: ClosedRange<Float> = 0.6...1.4
  /// Seconds of rest after a move, in which the value is read.
  static let rest = 0.7
  /// Seconds beyond a bar until a loop request must take effect.
  /// They cover the read-ahead before the bar line, and the next poll of the stems.
  static let behindBar = 0.6

  /// Creates the table of a run.
  /// - Parameters:
  ///   - asks: the requests of the script.
  ///   - report: of a run in stems mode with a report, in which the script's first frame was the first
  ///     processed one.
  public init(_ asks: [ScriptedStemAction], _ report: Report) {
    let stems = report.status.stems
    self.init(
      asks, controls: report.controls, events: report.events, tempoBPM: stems?.tempoBPM ?? 120, metre: stems?.metre ?? .common)
  }

  /// Creates the table from parts of a report.
  /// - Parameters:
  ///   - tempoBPM, metre: of the set that was played.
  package init(_ asks: [ScriptedStemAction], controls: [ControlSample], events: [Event], tempoBPM: Double, metre: Metre = .common) {
    var reading = ActionReading(controls, events, bar: metre.quarters * 60 / max(tempoBPM, 20))
    rows = asks.map { Row(ask: $0, answer: reading.answer($0)) }
  }
}

/// A search for answers in a report, in the order of requests.
/// One event never answers two requests.
private struct ActionReading {
  private let controls: [ControlSample]
  private let events: [Event]
  private let zero: Double
  /// Longest time from a loop request to its bar line, in seconds.
  private let patience: Double
  private var used: Set<Int> = []
  /// The played part of each channel, in the words of the events.
  private var playing = [String](repeating: "0 4", count: 4)

  /// Creates a search.
  /// - Parameter bar: the length of a bar in seconds.
  init(_ controls: [ControlSample], _ events: [Event], bar: Double) {
    self.controls = controls.filter { $0.stems?.count == 4 }
    self.events = events
    zero = controls.first?.t ?? 0
    patience = bar + ActionTable.behindBar
  }

  mutating func answer(_ ask: ScriptedStemAction) -> ActionTable.Answer {
    guard !controls.isEmpty else { return .missing("mode stems was not played") }
    switch ask.ask {
    case .select(let channel):
      return understood(ask, "channelSelected", "\(channel + 1)") { $0.happened($1, "") }
    case .lift(let channel, let sizes):
      return moved(ask, channel, way: sizes * 0.5, range: 0...1, lost: LevelAndRoll.levelTakesFrom, unit: "", digits: 2) {
        Float($0.volume)
      }
    case .roll(let channel, let degrees):
      return moved(ask, channel, way: degrees * 5, range: -200...200, lost: 400 * LevelAndRoll.rollTakesFrom, unit: " cents", digits: 0) {
        Float($0.pitchCents)
      }
    case .mute(let channel):
      return understood(ask, "muteAsked", "\(channel + 1)") { reading, time in
        let (before, after) = reading.around(time)
        guard let before, let after, before[channel].silent != after[channel].silent else {
          return .missing("it was recognised, but nothing changed")
        }
        return reading.happened(time, after[channel].silent ? "silent" : "heard")
      }
    case .solo(let channel):
      return understood(ask, "soloAsked", "\(channel + 1)") { reading, time in
        guard let after = reading.around(time).after, after.indices.allSatisfy({ after[$0].silent == ($0 != channel) }) else {
          return .missing("it was recognised, but it is not heard alone")
        }
        return reading.happened(time, "alone")
      }
    case .loop(let channel, let start, let end): return looped(ask, channel, "\(start) \(end)")
    }
  }

  /// Finds the event of a request, and returns its result.
  private mutating func understood(
    _ ask: ScriptedStemAction, _ type: String, _ value: String, _ then: (ActionReading, Double) -> ActionTable.Answer
  ) -> ActionTable.Answer {
    guard let at = take(ask, type, value) else { return .missing("it was not recognised") }
    return then(self, events[at].atSeconds)
  }

  private mutating func take(_ ask: ScriptedStemAction, _ type: String, _ value: String) -> Int? {
    let time = zero + ask.from...zero + ask.to + ActionTable.slack
    let at = events.indices.first {
      !used.contains($0) && events[$0].type == type && events[$0].value == value && time.contains(events[$0].atSeconds)
    }
    if let at { used.insert(at) }
    return at
  }

  /// Returns the answer with the first sample after the event.
  /// A value that hands have set has reached the audio thread when the frame's sample is taken.
  private func happened(_ time: Double, _ detail: String) -> ActionTable.Answer {
    guard let frame = controls.first(where: { $0.t >= time })?.frame else { return .missing("the report ends before it") }
    return .happened(seconds: (time - zero).rounded(digits: 2), frame: frame, detail: detail)
  }

  /// Returns the channels before and after the frame of this time.
  private func around(_ time: Double) -> (before: [StemSample]?, after: [StemSample]?) {
    (controls.last { $0.t < time }?.stems, controls.first { $0.t >= time }?.stems)
  }

  /// Returns the answer to a request that moves a value.
  /// - Parameters:
  ///   - way: intended change of the value, with sign, before the threshold is subtracted.
  ///   - lost: the threshold of the motion.
  private func moved(
    _ ask: ScriptedStemAction, _ channel: Int, way: Float, range: ClosedRange<Float>, lost: Float, unit: String, digits: Int,
    _ value: (StemSample) -> Float
  ) -> ActionTable.Answer {
    let path = controls.filter { (zero + ask.from...zero + ask.to + ActionTable.rest).contains($0.t) }
    guard let first = path.first?.stems, let last = path.last?.stems else { return .missing("no frame was processed then") }
    let (from, to) = (value(first[channel]), value(last[channel]))
    let goal = min(max(from + (way < 0 ? min(way + lost, 0) : max(way - lost, 0)), range.lowerBound), range.upperBound)
    let words = "\(Double(from).rounded(digits: digits).plain(digits)) to \(Double(to).rounded(digits: digits).plain(digits))\(unit)"
    guard goal != from, ActionTable.ways.contains((to - from) / (goal - from)) else {
      return .missing("it went from \(words), but the hand set \(Double(goal).rounded(digits: digits).plain(digits))")
    }
    guard let begun = path.first(where: { value($0.stems![channel]) != from }), let frame = begun.frame else {
      return .missing("the report has no samples")
    }
    return .happened(seconds: (begun.t - zero).rounded(digits: 2), frame: frame, detail: words)
  }

  private mutating func looped(_ ask: ScriptedStemAction, _ channel: Int, _ region: String) -> ActionTable.Answer {
    let name = "\(channel + 1) "
    guard let at = take(ask, "loopAsked", name + region) else { return .missing("it was not recognised") }
    let asked = events[at].atSeconds
    let seconds = (asked - zero).rounded(digits: 2)
    let next = events.first { $0.type == "loopAsked" && $0.value?.hasPrefix(name) == true && $0.atSeconds > asked }
    let isReplaced = next.map { $0.atSeconds - asked < patience } ?? false
    // The effect belongs to a second request for the same region.
    let until = isReplaced && next?.value == name + region ? next!.atSeconds : asked + patience
    let applied = events.indices.first {
      !used.contains($0) && events[$0].type == "loopApplied" && events[$0].value == name + region
        && (asked...until).contains(events[$0].atSeconds)
    }
    if let applied, let frame = events[applied].frame {
      used.insert(applied)
      playing[channel] = region
      return .happened(seconds: seconds, frame: frame, detail: "on the bar line")
    }
    if playing[channel] == region { return .already(seconds: seconds) }
    return isReplaced ? .replaced(seconds: seconds) : .missing("it was recognised, but did not come with a bar line")
  }
}

extension Double {
  /// Returns the number as text, without a point for zero digits.
  fileprivate func plain(_ digits: Int) -> String { digits == 0 ? String(Int(self)) : String(self) }
}
