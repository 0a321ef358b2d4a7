import GestureFlowAPI
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of poses that are bound to commands. In each mode they count if the pose is free there.
@Suite struct BindingTests {
  /// The drawn pose of each gesture. The ok sign is left out: it may also be a pinch.
  private static let poses: [(gesture: StaticGesture, pose: HandPose)] = [
    (.peace, .two), (.thumbsUp, .thumbsUp), (.fist, .fist), (.pointing, .one),
  ]

  private func engine(_ mode: Mode, _ poses: [StaticGesture: GestureCommand]) -> GestureEngine {
    var settings = GestureSettings()
    settings.bind(poses)
    var engine = GestureEngine(settings, mode: mode)
    engine.select(stem: 0)
    return engine
  }

  /// Plays a right hand that shows a pose from 0.8 s on, and another one before.
  private func play(_ engine: inout GestureEngine, _ pose: HandPose, before: HandPose) -> [GestureEngine.Output] {
    StemPlay.play(&engine, 0, 4) { [StemPlay.hand(.right, $0 < 0.8 ? before : pose)] }
  }

  @Test(arguments: Mode.allCases) func `a free pose gives its command once`(mode: Mode) {
    for (gesture, pose) in Self.poses {
      var engine = engine(mode, [gesture: .togglePlay])
      let output = play(&engine, pose, before: gesture == .fist ? .open : .fist)
      #expect(output.flatMap(\.commands) == (mode.freePoses.contains(gesture) ? [.togglePlay] : []), "\(gesture)")
    }
  }

  @Test func `a pose with a meaning of its own keeps it`() {
    var stems = engine(.stems, [.thumbsUp: .togglePlay, .peace: .nextTrack])
    let muted = play(&stems, .thumbsUp, before: .fist)
    #expect(muted.asks.map(\.event) == [.muteAsked(channel: 0)] && muted.flatMap(\.commands).isEmpty)
    var instrument = engine(.instrument, [.peace: .nextTrack, .fist: .togglePlay])
    let notes = play(&instrument, .two, before: .fist)
    #expect(notes.last?.control.instrument?.sounding == 1 && notes.flatMap(\.commands).isEmpty)
  }

  @Test(arguments: [Mode.instrument, .theremin]) func `while a note sounds no pose is a command`(mode: Mode) {
    var engine = engine(mode, [.thumbsUp: .nextTrack])
    let output = StemPlay.play(&engine, 0, 4) {
      [StemPlay.hand(.right, .open, rise: 1), StemPlay.hand(.left, $0 < 1 ? .fist : .thumbsUp)]
    }
    #expect(output.last?.control.instrument?.sounding == 1 && output.flatMap(\.commands).isEmpty)
  }

  @Test func `the filter of the song is bound in player mode alone`() {
    var settings = GestureSettings()
    settings.bind([.fist: .songFilter, .thumbsUp: .songFilter])
    #expect(
      settings.bindings == [.player: [.fist: .songFilter, .thumbsUp: .songFilter], .stems: [.thumbsUp: .muteChannel]])
  }
}
