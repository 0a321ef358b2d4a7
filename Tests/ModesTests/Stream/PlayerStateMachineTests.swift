import ExternalSources
import Modes
import ModesDoubles
import Testing

/// Tests of the control of one player, for all answers and delays.
@Suite struct PlayerStateMachineTests {
  /// A player and its state machine, in the test's own time.
  private struct Lead {
    var player = PlayersDouble.player("mpv", .playing)
    var course = PlayerStateMachine()
    var rests = false
    var volume: Double? = 0.8
    var isLed = true
    var now = 0.0

    /// Advances the time and gives the state machine its readings of one poll.
    mutating func look(after seconds: Double = 0.1) -> PlayerStateMachine.Outcome {
      now += seconds
      return course.look(player, rests: rests, volume: volume, isLed: isLed, at: now)
    }

    /// Polls until nothing is pending. The player then plays at the box's volume.
    init() {
      _ = look()
      _ = look()
    }
  }

  @Test func `leaving pauses the music and returning resumes it`() {
    var lead = Lead()
    lead.rests = true
    #expect(lead.look().orders == [.pause] && !lead.course.isSettled)
    #expect(lead.look().orders.isEmpty, "once")
    lead.player.playback = .paused
    #expect(lead.look().orders.isEmpty && lead.course.isOurs)
    lead.rests = false
    #expect(lead.look().orders == [.play])
    #expect(lead.look().orders.isEmpty)
  }

  @Test func `a player paused by a person stays paused`() {
    var lead = Lead()
    lead.player.playback = .paused
    #expect(lead.look().orders.isEmpty)
    lead.rests = true
    #expect(lead.look().orders.isEmpty)
    lead.rests = false
    #expect(lead.look().orders.isEmpty && !lead.course.isOurs)
    lead.course.want()
    #expect(lead.look().orders == [.play], "a person may")
  }

  @Test func `a player that ends during our pause is released`() {
    var lead = Lead()
    lead.rests = true
    _ = lead.look()
    lead.player.playback = .paused
    _ = lead.look()
    lead.player.playback = .stopped
    _ = lead.look()
    lead.rests = false
    #expect(lead.look().orders.isEmpty)
  }

  /// Some players report a stop when they pause.
  @Test func `a pause reported as a stop is our own`() {
    var lead = Lead()
    lead.rests = true
    _ = lead.look()
    lead.player.playback = .stopped
    _ = lead.look()
    _ = lead.look()
    lead.rests = false
    #expect(lead.look().orders == [.play])
  }

  @Test func `resuming at the player is respected`() {
    var lead = Lead()
    lead.rests = true
    _ = lead.look()
    lead.player.playback = .paused
    _ = lead.look()
    lead.player.playback = .playing
    let outcome = lead.look()
    #expect(outcome.hasBegun && outcome.orders.isEmpty && !lead.course.isOurs)
  }

  /// The answer to an older order is not an act of another client.
  @Test func `late answers are not taken for those of another request`() {
    var lead = Lead()
    lead.rests = true
    #expect(lead.look().orders == [.pause])
    lead.rests = false
    #expect(lead.look().orders == [.play], "it says still that it plays, and will pause")
    lead.rests = true
    #expect(lead.look().orders == [.pause])
    lead.player.playback = .paused
    #expect(!lead.look().hasBegun)
    lead.player.playback = .playing
    #expect(!lead.look().hasBegun)
    lead.player.playback = .paused
    #expect(!lead.look().hasBegun && lead.course.isSettled && lead.course.isOurs)
  }

  /// The player starts after the timeout. By then the box has paused it or is in another mode.
  @Test(arguments: [true, false]) func `a late start of ours is not taken for an act of a person`(isLed: Bool) {
    var lead = Lead()
    lead.rests = true
    _ = lead.look()
    lead.player.playback = .paused
    _ = lead.look()
    lead.rests = false
    #expect(lead.look().orders == [.play])
    #expect(lead.look(after: 3).orders.isEmpty && lead.course.isSettled)
    (lead.rests, lead.isLed, lead.volume) = (true, isLed, isLed ? 0.8 : nil)
    // The player's report is not trusted, because it received play.
    let first = isLed ? lead.look().orders : lead.course.end(lead.player, at: lead.now)
    #expect(first == [.pause])
    #expect(lead.look().orders.isEmpty)
    lead.player.playback = .playing
    let late = lead.look()
    #expect(late.orders == [.pause] && !late.hasBegun && lead.course.isOurs)
    #expect(lead.look().orders.isEmpty, "once")
    lead.player.playback = .paused
    _ = lead.look()
    lead.player.playback = .playing
    let again = lead.look()
    #expect(again.hasBegun && again.orders.isEmpty, "it was told to play once")
  }

  @Test func `a minute after its start it belongs to another source`() {
    var lead = Lead()
    lead.player.playback = .paused
    _ = lead.look()
    lead.course.want()
    #expect(lead.look().orders == [.play])
    lead.rests = true
    for _ in 0..<5 { _ = lead.look() }
    _ = lead.look(after: 60)
    lead.player.playback = .playing
    let outcome = lead.look()
    #expect(outcome.hasBegun && outcome.orders.isEmpty)
  }

  @Test func `a player that ignores a pause is asked again now and then`() {
    var lead = Lead()
    lead.rests = true
    var told = 0
    for _ in 0..<100 { told += lead.look().orders.filter { $0 == .pause }.count }
    #expect((3...5).contains(told), "ten seconds: \(told)")
  }

  /// The player reports that it plays at its old volume. Two sources would sound together.
  @Test(arguments: [true, false]) func `a player that ignores pause and volume is asked to stop`(isLed: Bool) {
    var lead = Lead()
    if isLed {
      lead.rests = true
    } else {
      // Another mode was selected, and the player has not become silent in time.
      #expect(lead.course.end(lead.player, at: lead.now) == [.pause])
      lead.now += 0.3
      #expect(lead.course.cut(lead.player, at: lead.now) == [.pause, .volume(0)])
      (lead.rests, lead.isLed, lead.volume) = (true, false, nil)
    }
    var (orders, told) = ([PlayerOrder](), 0)
    func look(_ seconds: Double) {
      for _ in 0..<Int(seconds * 10) {
        let outcome = lead.look()
        orders += outcome.orders
        told += outcome.isUnheeding ? 1 : 0
      }
    }
    look(isLed ? 5.5 : 3)
    #expect(orders == (isLed ? [.pause, .pause, .volume(0), .stop] : [.stop]) && told == 0 && !lead.course.isUnheeding)
    look(30)
    #expect(told == 1 && lead.course.isUnheeding, "once")
    #expect(orders.count { $0 == .stop } == 1 && orders.count { $0 == .pause } >= 5, "it may hear at last")
    lead.player.playback = .stopped
    let end = lead.look()
    #expect(end.orders == [.volume(0.8)] && !lead.course.isUnheeding && lead.course.isOurs)
    // Its next pause is a separate one.
    (lead.rests, lead.isLed, lead.volume) = (false, true, 0.8)
    #expect(lead.look().orders.contains(.play))
    lead.player.playback = .playing
    _ = lead.look()
    lead.rests = true
    (orders, told) = ([], 0)
    look(30)
    #expect(told == 1 && orders.prefix(4) == [.pause, .pause, .volume(0), .stop])
    lead.rests = false
    _ = lead.look()
    #expect(!lead.course.isUnheeding, "it is to play")
  }

  @Test func `a player that accepts only its volume is not stopped`() {
    var lead = Lead()
    lead.rests = true
    for _ in 0..<300 {
      let outcome = lead.look()
      if outcome.orders.contains(.volume(0)) { lead.player.volume = 0 }
      #expect(!outcome.isUnheeding && !outcome.orders.contains(.stop))
    }
    #expect(lead.player.volume == 0 && lead.player.playback == .playing)
  }

  /// No hands are in view, or another source plays. This player must be silent.
  @Test func `a player that ignores a pause is silenced by its volume`() {
    var lead = Lead()
    lead.rests = true
    #expect(lead.look().orders == [.pause])
    var orders: [PlayerOrder] = []
    for _ in 0..<30 { orders += lead.look().orders }
    #expect(orders == [.pause, .volume(0)])
    lead.player.volume = 0
    lead.volume = 0.6
    #expect(lead.look() == PlayerStateMachine.Outcome(), "its silence was not requested, and no volume ends it")
    lead.rests = false
    #expect(lead.look().orders.contains(.volume(0.6)))
  }

  @Test func `in another mode it is only watched`() {
    var lead = Lead()
    #expect(lead.course.end(lead.player, at: lead.now) == [.pause])
    (lead.rests, lead.isLed, lead.volume) = (true, false, nil)
    lead.player.playback = .paused
    #expect(lead.look().orders.isEmpty && lead.course.isOurs)
    lead.player.playback = .playing
    for _ in 0..<50 { #expect(lead.look().orders.isEmpty) }
    #expect(!lead.course.isOurs, "the other user has taken it over")
  }

  @Test func `a player beside another mode is reported once each time that it begins`() {
    var lead = Lead()
    func said(_ playback: StreamPlayer.Playback, for looks: Int) -> Int {
      lead.player.playback = playback
      return (0..<looks).count { _ in lead.look().isBeside }
    }
    let led = [said(.paused, for: 5), said(.playing, for: 5)]
    #expect(led == [0, 0], "mode stream")
    _ = lead.course.end(lead.player, at: lead.now)
    (lead.rests, lead.isLed, lead.volume) = (true, false, nil)
    let left = [said(.playing, for: 10), said(.paused, for: 5)]
    #expect(left == [0, 0], "the box has just left it")
    let first = [said(.playing, for: 50), said(.stopped, for: 5), said(.playing, for: 50), said(.stopped, for: 30)]
    #expect(first == [1, 0, 0, 0], "two pieces")
    let second = said(.playing, for: 50)
    #expect(second == 1)
  }

  /// The box starts while a listener already plays music on it.
  @Test func `a player that was playing when the mode changed is reported once`() {
    var (course, said) = (PlayerStateMachine(), 0)
    for look in 0..<50 {
      let outcome = course.look(
        PlayersDouble.player("mpv", .playing), rests: true, volume: nil, isLed: false, at: Double(look) / 10)
      said += outcome.isBeside ? 1 : 0
      #expect(outcome.orders.isEmpty && !outcome.hasBegun)
    }
    #expect(said == 1)
  }

  @Test func `the boxs volume goes there and its own comes back`() {
    var lead = Lead()
    lead.volume = 0.5
    #expect(lead.look().orders == [.volume(0.5)])
    #expect(lead.look() == PlayerStateMachine.Outcome(), "it has not answered, and what it says is old")
    lead.player.volume = 0.503
    #expect(lead.look() == PlayerStateMachine.Outcome(), "in its own steps")
    lead.player.volume = 0.3
    let outcome = lead.look()
    #expect(outcome.volume == 0.3 && outcome.orders.isEmpty)
    lead.volume = 0.3
    #expect(lead.look() == PlayerStateMachine.Outcome(), "it is not told its own")
  }

  @Test func `a player that keeps its volume does not set the boxs`() {
    var lead = Lead()
    lead.volume = 0.1
    #expect(lead.look().orders == [.volume(0.1)])
    for _ in 0..<60 { #expect(lead.look() == PlayerStateMachine.Outcome()) }
  }

  @Test(arguments: [Double.nan, -Double.infinity, nil]) func `a volume that is NaN is ignored`(volume: Double?) {
    var lead = Lead()
    lead.player.volume = volume
    for _ in 0..<40 { #expect(lead.look().volume == nil) }
  }

  @Test func `a cut player gets its volume back when no client looks`() {
    var lead = Lead()
    #expect(lead.course.restore().isEmpty)
    _ = lead.course.end(lead.player, at: lead.now)
    _ = lead.course.cut(lead.player, at: lead.now)
    #expect(lead.course.isCut)
    #expect(lead.course.restore() == [.volume(0.8)])
    #expect(lead.course.restore().isEmpty && !lead.course.isCut)
  }

  @Test func `a muted player gets its volume back when it stands still`() {
    var lead = Lead()
    _ = lead.course.end(lead.player, at: lead.now)
    (lead.rests, lead.isLed, lead.volume) = (true, false, nil)
    #expect(lead.course.cut(lead.player, at: lead.now) == [.pause, .volume(0)])
    lead.player.volume = 0
    for _ in 0..<5 { #expect(lead.look().orders.isEmpty) }
    lead.player.playback = .paused
    #expect(lead.look().orders == [.volume(0.8)])
    #expect(lead.look().orders.isEmpty)
  }

  // MARK: - A word that is wrong

  @Test func `a person's pause and play go out whatever the player says`() {
    for word in [StreamPlayer.Playback.stopped, .paused, .playing] {
      var lead = Lead()
      lead.player.playback = word
      _ = lead.look()
      // The box waits for a player that reports that it plays.
      for _ in 0..<(word == .playing ? 1 : 2) {
        lead.course.ask(false)
        lead.rests = true
        #expect(lead.look().orders == [.pause], "\(word)")
        #expect(lead.look().orders.isEmpty, "once")
        _ = lead.look(after: 0.1)
      }
      guard word != .playing else { continue }
      for _ in 0..<2 {
        lead.course.ask(true)
        lead.rests = false
        #expect(lead.look().orders == [.play], "\(word)")
        #expect(lead.look().orders.isEmpty, "once")
        _ = lead.look(after: 3)
      }
    }
  }

  @Test func `an order for another time is not sent late`() {
    var lead = Lead()
    lead.player.playback = .stopped
    _ = lead.look()
    lead.course.ask(false)
    #expect(lead.look().orders.isEmpty, "the box is not paused yet")
    _ = lead.course.end(lead.player, at: lead.now)
    (lead.rests, lead.volume) = (true, nil)
    #expect(lead.look().orders.isEmpty, "it has no turn any more")
  }

  /// The player sounds but reports a stop; only the box knows.
  @Test func `a player that received play is paused although it reports stopped`() {
    var lead = Lead()
    lead.player.playback = .stopped
    _ = lead.look()
    #expect(!lead.course.mayPlay)
    lead.course.want()
    #expect(lead.look().orders == [.play] && lead.course.mayPlay)
    _ = lead.look(after: 10)
    lead.rests = true
    #expect(lead.look().orders == [.pause] && !lead.course.mayPlay)
    _ = lead.look(after: 10)
    lead.rests = false
    #expect(lead.look().orders == [.play])
    // The player's report becomes true, and another client ends it.
    for playback in [StreamPlayer.Playback.playing, .stopped] {
      lead.player.playback = playback
      _ = lead.look()
    }
    lead.rests = true
    #expect(lead.look().orders.isEmpty && !lead.course.mayPlay)
  }

  @Test func `a player that refuses to play is asked again by the next request`() {
    var lead = Lead()
    lead.player.playback = .stopped
    _ = lead.look()
    lead.course.want()
    #expect(lead.look().orders == [.play] && lead.course.mayPlay)
    lead.course.refusedPlay()
    #expect(!lead.course.mayPlay && lead.course.isSettled)
    lead.rests = true
    #expect(lead.look().orders.isEmpty, "what never began is not paused")
    lead.rests = false
    #expect(lead.look().orders.isEmpty && !lead.course.isOurs)
    lead.course.want()
    #expect(lead.look().orders == [.play])
  }

  /// The player's volume when it was cut is the one that it gets back. Its older report therefore looks like
  /// the answer, and the silence follows it.
  @Test func `a late echo of a cut is ignored for 2,5 seconds`() {
    var lead = Lead()
    lead.player.volume = 0.8
    #expect(lead.course.cut(lead.player, at: lead.now) == [.pause, .volume(0)])
    #expect(lead.look().orders.contains(.volume(0.8)))
    _ = lead.look()
    lead.player.volume = 0
    for _ in 0..<20 { #expect(lead.look().volume == nil) }
    lead.player.volume = 0.8
    #expect(lead.look().volume == nil)
    _ = lead.look(after: 1)
    lead.player.volume = 0
    #expect(lead.look().volume == 0, "the cut is 3.4 s ago: a person has turned it down")
  }

  @Test func `after two cuts the volume before the first one returns`() {
    var lead = Lead()
    lead.player.volume = 0.8
    _ = lead.course.cut(lead.player, at: lead.now)
    _ = lead.look()
    lead.player.volume = 0
    #expect(lead.course.cut(lead.player, at: lead.now) == [.pause, .volume(0)])
    #expect(lead.course.restore() == [.volume(0.8)])
  }

  @Test func `a box that is silent itself hears its player's silence`() {
    var lead = Lead()
    lead.player.volume = 0.8
    _ = lead.course.cut(lead.player, at: lead.now)
    lead.volume = 0
    _ = lead.look()
    lead.player.volume = 0
    #expect(lead.look().volume == nil)
    lead.player.volume = 0.5
    #expect(lead.look().volume == 0.5)
  }
}
