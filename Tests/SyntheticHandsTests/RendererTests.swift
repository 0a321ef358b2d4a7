import Foundation
import Hands
import SyntheticHands
import Testing

@Suite struct RendererTests {
  private func draw(_ hands: [PosedHand], scenery: Scenery = Scenery(), index: Int = 0) -> [UInt8] {
    draw(hands, with: Renderer(width: 320, height: 240, scenery: scenery), index: index)
  }

  private func draw(_ hands: [PosedHand], with renderer: Renderer, index: Int) -> [UInt8] {
    var frame = [UInt8](repeating: 0, count: 320 * 240 * 3 / 2)
    frame.withUnsafeMutableBufferPointer {
      let y = $0.baseAddress!
      renderer.render(hands, index: index, y: y, u: y + 320 * 240, v: y + 320 * 240 * 5 / 4)
    }
    return frame
  }
  private let hand = PosedHand(.right, .open, wrist: SIMD2(0.62, 0.8))

  @Test func `the same seed gives the same frame and another index other noise`() {
    #expect(draw([hand]) == draw([hand]))
    #expect(draw([hand]) != draw([hand], index: 1))
  }

  /// One renderer draws a film: hands rest, move, cover each other, leave and come back. A new renderer draws each of
  /// its frames.
  @Test func `a hand that rests looks as if it were drawn anew`() {
    let rests = PosedHand(.left, .fist, wrist: SIMD2(0.92, 0.72), size: 0.18)
    func moves(_ x: Float) -> PosedHand { PosedHand(.right, .two, wrist: SIMD2(x, 0.75), size: 0.18, roll: 10) }
    let outside = PosedHand(.right, .open, wrist: SIMD2(0.42, 2))
    let edge = PosedHand(.right, .open, wrist: SIMD2(0.02, 0.5), size: 0.3)
    let film: [[PosedHand]] = [
      [moves(0.4), rests], [moves(0.42), rests], [moves(0.42), rests], [rests], [outside, rests], [moves(0.42), rests],
      // One is before the other, and is drawn after it.
      [moves(0.85), rests], [moves(0.85), rests], [rests, moves(0.85)], [moves(0.42), rests], [edge, rests], [edge, rests], [rests, rests],
      [],
      [rests],
    ]
    var soft = Scenery()
    (soft.blur, soft.noise) = (4, 0.03)
    for scenery in [Scenery(), soft] {
      let renderer = Renderer(width: 320, height: 240, scenery: scenery)
      for (index, hands) in film.enumerated() {
        #expect(draw(hands, with: renderer, index: index) == draw(hands, scenery: scenery, index: index), "frame \(index)")
      }
    }
  }

  /// Skin has more red (Cr) than the grey room. Every landmark has it, and the gap between spread fingers does not.
  @Test func `there is skin where the truth says and none elsewhere`() {
    let frame = draw([hand])
    let points = hand.landmarks(aspect: 4.0 / 3)
    func red(_ x: Float, _ y: Float) -> Int { Int(frame[320 * 240 * 5 / 4 + Int(y * 120) * 160 + Int(x * 160)]) }
    for i in 0..<Landmarks.count { #expect(red(points[i].x, points[i].y) > 134, "landmark \(i)") }
    #expect(red(0.05, 0.1) < 134 && red(0.95, 0.5) < 134)
    let tips = (points[.middleTip], points[.ringTip])
    #expect(red((tips.0.x + tips.1.x) / 2, (tips.0.y + tips.1.y) / 2 - 0.01) < 134)
  }

  @Test func `hands beyond the edges do no harm`() {
    for wrist in [SIMD2<Float>(-1, 0.5), SIMD2(3, 3), SIMD2(0, 0), SIMD2(1.33, 1), SIMD2(0.6, 40)] {
      _ = draw([PosedHand(.left, .fist, wrist: wrist, size: 0.4, roll: 77, yaw: 30)])
    }
    _ = draw([PosedHand(.left, .open, wrist: SIMD2(0.6, 0.9), size: 1.2)])
  }

  @Test func `scenery changes the image`() {
    var dark = Scenery()
    dark.light = 0.5
    var shelves = Scenery()
    shelves.background = .shelves
    var blurred = Scenery()
    blurred.blur = 4
    let normal = draw([hand])
    for scenery in [dark, shelves, blurred] { #expect(draw([hand], scenery: scenery) != normal) }
    let sum = { (p: [UInt8]) in p[..<(320 * 240)].reduce(0) { $0 + Int($1) } }
    #expect(sum(draw([hand], scenery: dark)) < sum(normal) * 8 / 10)
  }
}

@Suite struct ScriptTests {
  @Test func `the names are there and unique`() {
    let names = Scripts.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in [
      "open", "count1", "count2", "count3", "count4", "count5", "pinch", "peace", "pointing", "thumbsup", "ok", "fist", "bothindex",
      "wristroll", "updown", "enterleave", "twohands", "threehands", "fourhands", "handscross", "demo",
    ] {
      #expect(Scripts.named(name) != nil, "\(name)")
    }
  }

  @Test func `hands move without jumps`() {
    for script in Scripts.all where script.name != "empty" {
      var before: [PosedHand]?
      for i in 0..<Int(script.duration * 30) {
        let now = script.moment(at: Double(i) / 30).hands
        if let before {
          for (a, b) in zip(before, now) {
            let d = a.wrist - b.wrist
            #expect((d * d).sum().squareRoot() < 0.12, "\(script.name) at frame \(i)")
          }
        }
        before = now
      }
    }
  }

  /// Four hands of two people stay wholly in the frame. Only those in the middle meet, and only in the script for
  /// that.
  @Test(arguments: ["fourhands", "handscross"]) func `four hands are in the image side by side`(name: String) throws {
    let script = try #require(Scripts.named(name))
    var meetings = 0
    for i in 0..<Int(script.duration * 30) {
      let hands = script.moment(at: Double(i) / 30).hands
      #expect(hands.map(\.handedness) == [.right, .left, .right, .left] && hands.allSatisfy { $0.visibleShare(aspect: 4.0 / 3) == 1 })
      let boxes = hands.map { $0.landmarks(aspect: 4.0 / 3).box }
      // Finger tips may touch.
      #expect([(0, 1), (2, 3), (0, 2), (1, 3), (0, 3)].allSatisfy { boxes[$0.0].overlap(boxes[$0.1]) < 0.05 }, "\(name), frame \(i)")
      if boxes[1].overlap(boxes[2]) > 0.2 { meetings += 1 }
    }
    #expect((meetings > 0) == (name == "handscross"))
  }

  @Test func `the pinch closes and opens as asked`() {
    for aperture in stride(from: Float(0.15), through: 0.6, by: 0.05) {
      let points = PosedHand(.right, .pinching(aperture: aperture), wrist: SIMD2(0.6, 0.8)).landmarks(aspect: 1)
      let measured = points.distance(.thumbTip, .indexTip, aspect: 1) / 0.24
      #expect(abs(measured - aperture) < 0.06, "\(aperture): \(measured)")
    }
  }
}
