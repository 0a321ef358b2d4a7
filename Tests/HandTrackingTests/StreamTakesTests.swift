import Camera
import Gestures
import HandTracking
import SyntheticHands
import TestSupport
import Testing

/// Tests of the scripts of stream mode on the real model. The requests are those of the script. People who come or go
/// do not move the volume.
@Suite(.serialized) struct StreamTakesTests {
  private struct Take {
    var values: [(time: Double, stream: StreamControl)] = []
    var events: [GestureEvent] = []
    var commands: [(time: Double, command: GestureCommand)] = []

    func volume(at time: Double) -> Float { values.last { $0.time <= time }?.stream.volume ?? .nan }
  }

  private func play(_ name: String, until seconds: Double? = nil) throws -> Take {
    let script = try #require(Scripts.named(name))
    let hands = try RecordedHands.frames(name, .int8, until: seconds) { VirtualPerformer(script, live: false, seconds: script.duration) }
    var gestures = GestureEngine(noise: ModelSize.int8.noise, mode: .stream)
    var take = Take()
    for frame in hands {
      let output = gestures.process(frame)
      if let stream = output.control.stream { take.values.append((output.control.time, stream)) }
      take.events += output.events
      take.commands += output.commands.map { (output.control.time, $0) }
    }
    return take
  }

  /// `make test` plays the demo until the hands leave for the first time. Afterwards they come back, request a speed,
  /// and leave again.
  @Test func `the demo is read as it is played`() throws {
    let whole = StreamScripts.asks(in: "stream")
    let asks = Ring.cases(Array(whole.prefix { $0.ask != .away }), of: whole)
    let last = try #require(asks.last)
    let take = try play("stream", until: Ring.isLong ? nil : last.to + 0.2)
    print("stream: \(asks.map { "\($0.ask): \(take.volume(at: $0.from)) to \(take.volume(at: $0.to))" })")
    let next = try #require(asks.first { $0.ask == .next })
    #expect(
      take.commands.count == 1 && take.commands.allSatisfy { $0.command == .nextTrack && $0.time > next.from && $0.time < next.to + 0.2 })
    for ask in asks {
      let (before, after) = (take.volume(at: ask.from), take.volume(at: ask.to))
      switch ask.ask {
      case .lift: #expect(abs(after - before + 0.41) < 0.1, "\(before) to \(after)")
      case .times(let ratio): #expect(abs(after / before - ratio) < 0.2, "\(before) to \(after)")
      default: #expect(abs(after - before) < 0.05, "\(ask.ask): \(before) to \(after)")
      }
    }
    let speed = zip(take.values, take.values.dropFirst()).filter { !$0.stream.asksForSpeed && $1.stream.asksForSpeed }
    #expect(speed.count == (Ring.isLong ? 1 : 0) && take.values.last?.stream.pitchCents == 0)
    guard Ring.isLong else { return }
    let presence = take.events.filter { $0 == .handsPresent || $0 == .handsAbsent }
    #expect(presence.suffix(4) == [.handsPresent, .handsAbsent, .handsPresent, .handsAbsent])
  }

  /// The tracker adds its own blur and losses. A hand that leaves is seen less and less surely before it is gone.
  @Test func `a player who walks away does not change the volume`() throws {
    let take = try play("streamwalk")
    for ask in StreamScripts.asks(in: "streamwalk") {
      let (before, after) = (take.volume(at: ask.from), take.volume(at: ask.to))
      print("streamwalk, \(ask.ask): \(before) to \(after)")
      switch ask.ask {
      case .lift: #expect(abs(after - before + 0.26) < 0.1, "\(before) to \(after)")
      default: #expect(abs(after - before) < 0.06, "\(ask.ask): \(before) to \(after)")
      }
    }
  }
}
