/// The scripts of stems mode.
/// Each begins with the selection of a channel, so it can be played on its own.
public enum StemScripts {
  /// All scripts, in the order of the list for users.
  public static let all: [Choreography] = scores.map(\.choreography)

  /// Returns the requests of a script.
  /// - Parameter name: of the script.
  /// - Returns: in order; empty for another mode's script.
  public static func asks(in name: String) -> [ScriptedStemAction] { scores.first { $0.name == name }?.asks ?? [] }

  private static let scores = [select, level, roll, ratchet, timeline, mute, demo]

  /// Three fingers, then one. Four are taken down before they have been counted.
  private static let select: StemScore = {
    var score = StemScore("stemselect")
    score.count(3)
    score.count(1)
    score.left(.four, in: 0.4)
    score.rests(for: 0.1)
    score.leaves()
    return score
  }()

  /// The open hand sinks by one hand size and rises by 1.2.
  private static let level: StemScore = {
    var score = StemScore("stemlevel")
    score.count(1)
    score.opens()
    score.lifts(by: -1, in: 1.0)
    score.lifts(by: 1.2, in: 1.2)
    score.closes()
    return score
  }()

  /// The open hand rolls over the whole range of the pitch.
  /// It rolls to one end, to the other, and back.
  private static let roll: StemScore = {
    var score = StemScore("stemroll")
    score.count(2)
    score.opens()
    score.rolls(to: 44, in: 1.0)
    score.rolls(to: -44, in: 1.6)
    score.rolls(to: 0, in: 1.0)
    score.closes()
    return score
  }()

  /// Sinks, closes, goes back up and sinks again.
  private static let ratchet: StemScore = {
    var score = StemScore("stemratchet")
    score.count(1)
    for _ in 0..<2 {
      score.opens()
      score.lifts(by: -0.7, in: 0.8)
      score.closes()
      score.returns(in: 0.8)
    }
    return score
  }()

  /// Index fingers show the first half, then the third quarter, and release.
  private static let timeline: StemScore = {
    var score = StemScore("stemtimeline")
    score.count(4)
    score.shows(0, 2)
    score.shows(2, 3)
    score.hidesFingers()
    return score
  }()

  /// A thumb up, and later two in a row.
  private static let mute: StemScore = {
    var score = StemScore("stemmute")
    score.count(1)
    score.thumb()
    score.waits(for: 2.2)
    score.thumb()
    score.thumb(isSecond: true)
    return score
  }()

  /// The script of `make demo MODE=stems`, a minute long.
  /// The drums come down and are looped, the lead is lifted and bent, the chords are looped and bent. The bass
  /// is muted and comes back and is looped, the loops end, and the lead is soloed. Bends are bent back. The
  /// first 6.4 degrees of each roll are not heard (`LevelAndRoll.rollTakesFrom` in Gestures), so the last of
  /// three rolls ends that much before upright.
  private static let demo: StemScore = {
    let back: Float = 6.4
    var score = StemScore("stemsdemo")
    score.count(1)
    score.opens()
    score.lifts(by: -0.7, in: 1.2)
    score.closes()
    score.returns(in: 0.5)
    score.shows(0, 2)
    score.hidesFingers()
    score.count(3)
    score.opens()
    score.lifts(by: 0.7, in: 1.2)
    score.rolls(to: 40, in: 1.2)
    score.rolls(to: -30, in: 1.6)
    score.rolls(to: back, in: 1.0)
    score.closes()
    score.returns(in: 0.5)
    score.count(4)
    score.shows(2, 3)
    score.shows(1, 3)
    score.hidesFingers()
    score.opens()
    score.rolls(to: -36, in: 1.2)
    score.rolls(to: 0, in: 1.2)
    score.closes()
    score.waits(for: 0.7)
    score.count(2)
    score.thumb()
    score.waits(for: 2.4)
    score.thumb()
    score.waits(for: 0.6)
    score.shows(2, 4)
    score.shows(0, 4)
    score.hidesFingers()
    score.count(1)
    score.shows(0, 4)
    score.hidesFingers()
    score.count(3)
    score.thumb()
    score.thumb(isSecond: true)
    score.waits(for: 1.8)
    score.leaves()
    return score
  }()
}

/// A request of a script to the stems, with its time.
public typealias ScriptedStemAction = TimedAction<StemAction>

/// A request of hands to the stems; channels count from 0.
public enum StemAction: Sendable, Equatable {
  case select(Int)
  /// The volume changes by this number of hand sizes.
  case lift(channel: Int, sizes: Float)
  /// The pitch changes by a roll in degrees.
  /// It is clockwise as the player sees it.
  case roll(channel: Int, degrees: Float)
  /// A loop in quarters of the channel's length. 0 to 4 is the whole.
  case loop(channel: Int, start: Int, end: Int)
  case mute(channel: Int)
  case solo(channel: Int)
}
