/// The scripts of stream mode.
/// Each begins in an empty room, because coming and going pauses external music.
public enum StreamScripts {
  /// All scripts, in the order of the list for users.
  public static let all: [Choreography] = scores.map(\.choreography)

  /// Returns the requests of a script.
  /// - Parameter name: of the script.
  /// - Returns: in order; empty for another mode's script.
  public static func asks(in name: String) -> [ScriptedStreamAction] { scores.first { $0.name == name }?.asks ?? [] }

  private static let scores = [demo, height, distance, second, walkers, sign, pitch, speed]

  /// The script of `make demo MODE=stream`.
  /// The listener comes in, turns down with an open hand and up with two, skips, and is gone for three seconds.
  /// Then the listener comes back and requests a speed, which streams do not have.
  private static let demo: StreamScore = {
    var score = StreamScore("stream")
    score.comes()
    score.opens()
    score.lifts(by: -0.9, in: 1.2)
    score.closes()
    score.returns()
    score.opensBoth()
    score.parts(by: 0.11, in: 1.2)
    score.closes()
    score.returns()
    score.peace()
    score.leaves(for: 3)
    score.comes()
    score.leftPinch()
    score.rests(for: 0.2)
    score.leaves(for: 2)
    return score
  }()

  /// One open hand moves the volume twice.
  /// It goes down, rests, goes up, closes, goes back and goes down again.
  private static let height: StreamScore = {
    var score = StreamScore("streamheight")
    score.comes()
    score.opens()
    score.lifts(by: -0.7, in: 0.9)
    score.lifts(by: 1.1, in: 1.2)
    score.closes()
    score.returns()
    score.opens()
    score.lifts(by: -0.6, in: 0.8)
    score.closes()
    return score
  }()

  /// Two open hands go together and apart.
  private static let distance: StreamScore = {
    var score = StreamScore("streamdistance")
    score.comes()
    score.opensBoth()
    score.parts(by: -0.1, in: 1)
    score.parts(by: 0.16, in: 1.2)
    score.closes()
    return score
  }()

  /// The left hand opens while the right one moves down.
  /// The height counts to its end, and the distance only when both have rested.
  private static let second: StreamScore = {
    var score = StreamScore("streamsecond")
    score.comes()
    score.opens()
    score.lifts(by: -0.5, in: 0.6)
    score.lifts(by: -0.4, in: 0.6, opensLeft: true)
    score.rests(for: 0.5)
    score.parts(by: 0.12, in: 1.2)
    score.closes()
    return score
  }()

  /// Coming and going with an open hand, without effect on the volume.
  /// The listener comes with an open hand, turns the music down, leaves with the hand still open, and comes
  /// back.
  private static let walkers: StreamScore = {
    var score = StreamScore("streamwalk")
    score.comes(.open)
    score.rests(for: 0.3)
    score.lifts(by: -0.6, in: 0.8)
    score.leaves(for: 2)
    score.comes(.open)
    score.rests(for: 0.3)
    score.leaves(for: 2)
    return score
  }()

  /// A peace sign, twice.
  private static let sign: StreamScore = {
    var score = StreamScore("streampeace")
    score.comes()
    score.peace()
    score.rests(for: 0.2)
    score.peace()
    return score
  }()

  /// The right hand's pinch is lifted and, later, lowered.
  private static let pitch: StreamScore = {
    var score = StreamScore("streampitch")
    score.comes()
    score.rightPinch(by: 1)
    score.returns()
    score.rightPinch(by: -0.8)
    return score
  }()

  /// The left hand's pinch, twice.
  private static let speed: StreamScore = {
    var score = StreamScore("streamspeed")
    score.comes()
    score.leftPinch()
    score.leftPinch()
    return score
  }()
}

/// A request of a script to external music, with its time.
public typealias ScriptedStreamAction = TimedAction<StreamAction>

/// A request of hands to external music.
public enum StreamAction: Sendable, Equatable {
  /// A listener is there: music, unless a person has paused it.
  case back
  /// The listener is gone: a pause.
  case away
  /// The volume changes by the rise of an open hand.
  /// The rise is in hand sizes.
  case lift(sizes: Float)
  /// The volume is multiplied by a ratio of distances.
  /// They are the distances of two open hands.
  case times(Float)
  /// The next track.
  case next
  /// The pitch changes by the rise of a pinch.
  /// The rise is in hand sizes.
  case pitch(sizes: Float)
  /// Another speed, which is rejected.
  case speed
}
