import Gestures
import Hands
import SyntheticHands
import Testing

@Suite struct VolumeClutchTests {
  private struct Play {
    var volume = VolumeClutch(initial: 0.5)
    var time = 0.0
    mutating func see(_ distance: Float?, open: Bool = true, left: Int = 1, frames: Int = 1) {
      for _ in 0..<frames {
        volume.update(distance.map { .init(distance: $0, areOpen: open, left: left) }, at: time)
        time += 1 / 30
      }
    }
  }

  @Test func `it follows the ratio and stays in range`() {
    var play = Play()
    play.see(3, frames: 9)
    #expect(!play.volume.isEngaged)
    play.see(3, frames: 3)
    #expect(play.volume.isEngaged && play.volume.value == 0.5)
    play.see(4.5)
    #expect(abs(play.volume.value - 0.75) < 1e-4)
    play.see(30)
    #expect(play.volume.value == 1)
    // A grip of less than 0.4 s does not count.
    play.see(30, frames: 12)
    play.see(3, open: false, frames: 5)
    #expect(!play.volume.isEngaged && play.volume.value == 1)
    play.see(3, frames: 12)
    play.see(0.1)
    #expect(play.volume.value < 0.05)
    // From silence the hands can raise the volume again.
    play.volume.set(0)
    play.see(nil, frames: 5)
    play.see(3, frames: 12)
    play.see(9)
    #expect(play.volume.value > 0.05)
  }

  @Test func `one misread frame lets nothing go and moves nothing`() {
    var play = Play()
    play.see(3, frames: 12)
    play.see(4)
    let before = play.volume.value
    play.see(9, open: false)
    #expect(play.volume.isEngaged && play.volume.value == before)
    play.see(4.2)
    #expect(play.volume.isEngaged && play.volume.value == before)
    play.see(4.2 * 1.1)
    #expect(play.volume.value > before)
  }

  @Test func `a lost hand moves nothing when it is found`() {
    var play = Play()
    play.see(3, frames: 12)
    play.see(nil, frames: 2)
    play.see(6)
    #expect(play.volume.isEngaged && play.volume.value == 0.5)
  }

  @Test func `another pair of hands begins anew`() {
    var play = Play()
    play.see(3, frames: 12)
    #expect(play.volume.isEngaged)
    play.see(6, left: 7)
    #expect(!play.volume.isEngaged && play.volume.value == 0.5)
  }

  @Test func `after a pinch the hands must rest first`() {
    var play = Play()
    play.volume.wait(at: play.time)
    // The hands are open at once and move outwards. 0.6 s is not enough while they move.
    for i in 0..<30 { play.see(3 + Float(i) * 0.1) }
    #expect(!play.volume.isEngaged && play.volume.value == 0.5)
    // At rest they engage it.
    play.see(6, frames: 12)
    #expect(play.volume.isEngaged && play.volume.value == 0.5)
  }

  @Test func `setting a held volume does not jump`() {
    var play = Play()
    play.see(3, frames: 12)
    play.see(4)
    play.volume.set(0.2)
    play.see(4)
    #expect(abs(play.volume.value - 0.2) < 1e-5)
    play.see(8)
    #expect(abs(play.volume.value - 0.4) < 1e-5)
  }

  /// Recorded on `temuge_body0`, with hands far back in the room. A pause of a third of a second engaged the volume
  /// with one model and not with the others.
  @Test(arguments: [(Float(0.1), true), (0.03, true), (0.015, false)])
  func `hands of a few pixels hold nothing`(size: Float, holds: Bool) {
    var engine = GestureEngine()
    var isHeld = false
    for i in 0..<30 {
      let hands = [(1, Handedness.left, Float(0.3)), (2, .right, 0.7)].map { id, side, x in
        let posed = PosedHand(side, .open, wrist: SIMD2(x, 0.7), size: size)
        return Hand(id: id, handedness: side, landmarks: posed.landmarks(aspect: 4.0 / 3).mirrored)
      }
      let output = engine.process(HandFrame(index: i, time: Double(i) / 30, aspect: 4.0 / 3, hands: hands))
      isHeld = output.control.player?.volumeHeld ?? false
    }
    #expect(isHeld == holds)
  }
}
