import Foundation
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of selecting a channel. Fingers of the left hand select one after a second.
@Suite struct StemSelectTests {
  private static let rates = [10.0, 15, 30, 60]

  /// Returns the selected channels, with times.
  /// - Parameter shown: the fingers at a time. It is nil for no hand.
  private func play(_ seconds: Double, rate: Double = 30, channels: Int = 4, _ shown: (Double) -> Int?) -> [(time: Double, channel: Int)] {
    var select = ChannelSelect()
    return play(&select, 0, seconds, rate: rate, channels: channels, shown)
  }

  private func play(
    _ select: inout ChannelSelect, _ begin: Double, _ end: Double, rate: Double = 30, hand: Int = 1, channels: Int = 4,
    _ shown: (Double) -> Int?
  ) -> [(time: Double, channel: Int)] {
    (Int((begin * rate).rounded())..<Int((end * rate).rounded())).compactMap { i in
      let time = Double(i) / rate
      let fingers = shown(time)
      return select.update(fingers, hand: fingers == nil ? nil : hand, channels: channels, at: time).map { (time, $0) }
    }
  }

  @Test(arguments: 1...4, rates) func `a second of fingers selects once`(fingers: Int, rate: Double) {
    let selected = play(5, rate: rate) { _ in fingers }
    #expect(selected.map(\.channel) == [fingers - 1])
    #expect(selected.allSatisfy { $0.time >= 1 - 1e-6 && $0.time <= 1 + 1 / rate })
  }

  @Test(arguments: rates) func `less than a second selects nothing`(rate: Double) {
    #expect(play(3, rate: rate) { $0 < 0.85 ? 2 : 0 }.isEmpty)
    #expect(play(3, rate: rate) { $0 < 0.85 ? 2 : nil }.isEmpty)
    #expect(play(3, rate: rate) { _ in 0 }.isEmpty && play(3, rate: rate) { _ in 5 }.isEmpty)
  }

  @Test(arguments: rates, [0, 3, 5, nil] as [Int?]) func `a dropout below a fifth of a second costs nothing`(rate: Double, misread: Int?) {
    let missing = StemPlay.longestDropout(rate)
    let selected = play(2, rate: rate) { (0.5..<0.5 + missing - 1e-6).contains($0) ? misread : 2 }
    #expect(selected.map(\.channel) == [1] && selected.allSatisfy { $0.time <= 1 + 1 / rate }, "\(selected)")
  }

  @Test(arguments: rates) func `another count begins anew`(rate: Double) {
    let selected = play(3, rate: rate) { $0 < 0.8 ? 2 : 3 }
    #expect(selected.map(\.channel) == [2])
    #expect(selected.allSatisfy { $0.time >= 1.8 - 1e-6 && $0.time <= 1.8 + 2 / rate }, "\(selected)")
    // The gap is longer than a dropout. The second counts from the return.
    let back = play(3, rate: rate) { (0.5..<0.9).contains($0) ? 4 : 2 }
    #expect(back.map(\.channel) == [1] && back.allSatisfy { $0.time >= 1.9 - 1e-6 }, "\(back)")
  }

  @Test func `the progress fills and is empty when it has selected`() throws {
    var select = ChannelSelect()
    var progress: [Float] = []
    for i in 0..<60 {
      _ = select.update(3, hand: 1, channels: 4, at: Double(i) / 30)
      #expect(select.progress == nil || select.progress?.channel == 2)
      progress.append(select.progress?.share ?? 0)
    }
    #expect(abs(progress[15] - 0.5) < 0.04 && progress[29] > 0.9 && progress[31] == 0 && progress[59] == 0, "\(progress)")
    #expect(zip(progress[..<30], progress[1..<30]).allSatisfy { $0 <= $1 })
  }

  @Test func `another hand does not finish what one has begun`() {
    var select = ChannelSelect()
    #expect(play(&select, 0, 0.8, hand: 1) { _ in 2 }.isEmpty)
    let other = play(&select, 0.8, 3, hand: 7) { _ in 2 }
    #expect(other.map(\.channel) == [1] && other.allSatisfy { $0.time >= 1.8 - 1e-6 })
  }

  @Test func `channels that are not there cannot be selected`() {
    #expect(play(3, channels: 2) { _ in 3 }.isEmpty && play(3, channels: 0) { _ in 2 }.isEmpty)
    #expect(play(3, channels: 2) { _ in 2 }.map(\.channel) == [1])
  }

  @Test func `spent fingers select only after others were shown`() {
    var select = ChannelSelect()
    select.spend(1)
    // A misread frame is not another pose.
    #expect(play(&select, 0, 3) { (1..<1.1).contains($0) ? 4 : 1 }.isEmpty)
    #expect(play(&select, 3, 6) { $0 < 3.5 ? 0 : 1 }.map(\.channel) == [0])
  }

  // MARK: Whole hands

  /// Returns the pose with the thumb out.
  private static func thumbOut(_ pose: HandPose) -> HandPose {
    var pose = pose
    pose.thumb = HandPose.open.thumb
    return pose
  }

  @Test(arguments: [(HandPose.one, 0), (.two, 1), (.three, 2), (.four, 3), (thumbOut(.one), 0), (thumbOut(.two), 1), (thumbOut(.three), 2)])
  func `the thumb is not counted`(pose: HandPose, channel: Int) {
    var engine = StemPlay.engine(selected: nil)
    engine.introduce([StemPlay.hand(.left, .fist)])
    let output = StemPlay.play(&engine, 0, 2) { _ in [StemPlay.hand(.left, pose)] }
    #expect(output.asks.map(\.event) == [.channelSelected(channel)] && output.last?.stems.selected == channel)
    let half = output[15].stems
    #expect(half.selecting == channel && abs(half.selectProgress - 0.5) < 0.1, "\(half)")
  }

  @Test func `an open hand selects nothing, and the thumb may come out at the end of four`() {
    for (out, isSelected) in [(0.0, false), (0.4, false), (0.7, false), (0.8, true), (0.9, true)] {
      var engine = StemPlay.engine(selected: nil)
      engine.introduce([StemPlay.hand(.left, .fist)])
      let output = StemPlay.play(&engine, 0, 3) { [StemPlay.hand(.left, $0 < out ? .four : .open)] }
      #expect(output.asks.map(\.event) == (isSelected ? [.channelSelected(3)] : []), "thumb out at \(out) s")
      #expect(isSelected || output.suffix(30).allSatisfy { $0.stems.selecting == nil && $0.stems.selectProgress == 0 })
    }
  }

  @Test func `the right hand selects nothing`() {
    var engine = StemPlay.engine(selected: nil)
    let output = StemPlay.play(&engine, 0, 3) { _ in [StemPlay.hand(.right, .two)] }
    #expect(output.asks.isEmpty && output.allSatisfy { $0.stems.selectProgress == 0 })
  }

  @Test func `a selecting hand that leaves changes nothing`() {
    var engine = StemPlay.engine(selected: 1)
    let output = StemPlay.play(&engine, 0, 3) { $0 < 0.9 ? [StemPlay.hand(.left, .three, rise: -Float(max($0 - 0.6, 0)) * 2)] : [] }
    #expect(output.asks.isEmpty && output.last?.stems == StemPlay.engine(selected: 1).stemsNow)
  }

  /// The hand moves the volume while its label changes to left. Its three and more open fingers select nothing. It
  /// continues to move the volume.
  @Test func `a hand that plays does not select`() throws {
    var engine = StemPlay.engine()
    engine.introduce([StemPlay.hand(.right, .open)])
    let output = StemPlay.play(&engine, 0, 4) { time in
      var hand = StemPlay.hand(.right, .open, rise: 0.4 * sin(Float(time) * 4))
      if time > 1.5 { hand.handedness = .left }
      return [hand]
    }
    #expect(output.asks.isEmpty && output.engaged == [.level] && output.released.isEmpty)
    let late = output.dropFirst(60).map(\.stems.volumes[0])
    #expect((late.max() ?? 0) - (late.min() ?? 0) > 0.3)
  }
}

extension GestureEngine {
  /// The present values, read with an empty frame at time 0.
  fileprivate var stemsNow: StemsControl? {
    var copy = self
    return copy.process(HandFrame(index: 0, time: 0, aspect: 1, hands: [])).control.stems
  }
}
