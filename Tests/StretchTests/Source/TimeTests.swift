import Foundation
import Stretch
import TestSupport
import Testing

/// Tests that sounds are at their right times.
@Suite struct TimeTests {
  /// Returns the share of energy near the clicks' right places. Near is within 5 ms.
  private func share(_ y: [Float], _ clicks: [Double], _ speed: Double) -> Double {
    var near = 0.0
    var all = 1e-30
    for (i, value) in y.enumerated() {
      let energy = Double(value) * Double(value)
      let t = Double(i) / Signals.rate
      all += energy
      if clicks.contains(where: { abs($0 / speed - t) < 0.005 }) { near += energy }
    }
    return near / all
  }

  @Test(arguments: [(0.7, 0.25, 0.995), (0.3, 0.25, 0.99), (0.1, 0.25, 0.98), (1.7, 0.25, 0.995), (0.7, 0.05, 0.98)])
  func `clicks stay whole`(speed: Double, apart: Double, wanted: Double) {
    let length = 2 * speed + 0.6
    var sound = [Float](repeating: 0, count: Int(length * Signals.rate) * 2)
    let clicks = Array(stride(from: 0.1, to: length - 0.1, by: apart))
    for t in clicks {
      sound[Int(t * Signals.rate) * 2] = 0.9
      sound[Int(t * Signals.rate) * 2 + 1] = 0.9
    }
    let out = Sounds.render(MemorySource(sound), blocks: 700) { _ in (speed, 0) }
    let found = share(out.left, clicks, speed)
    #expect(found > wanted, "\(found)")
  }

  /// Returns the delay after which the place follows a step of speed. The heard place is then nearer to the exact one
  /// than to the old course.
  private func half(_ before: Double, _ after: Double, _ cents: Double) -> Double {
    // The input's frequency gives the place. It is 800 Hz, and 400 Hz more each second.
    let chirp = (0..<Int(3.5 * Signals.rate)).flatMap { i -> [Float] in
      let t = Double(i) / Signals.rate
      let x = Float(0.5 * sin(2 * .pi * (800 * t + 200 * t * t)))
      return [x, x]
    }
    let out = Sounds.render(MemorySource(chirp), blocks: 600) { ($0 < 375 ? before : after, cents) }
    let ratio = PitchRatio.rtFrom(cents: cents)
    let width = 480
    for at in stride(from: 48_000, to: 60_000, by: 48) {
      let heard = (Signals.frequency(out.left[at - width..<at + width]) / ratio - 800) / 400
      let t = Double(at) / Signals.rate
      let (old, exact) = (before * t, before + after * (t - 1))
      if t > 1.01, abs(heard - exact) < abs(heard - old) { return t - 1 }
    }
    return 1
  }

  @Test(arguments: [-1200.0, -900, -500, -300, 0, 700, 1200])
  func `a change of speed is heard within 60 milliseconds`(cents: Double) {
    let (up, down) = (half(0.9, 1.4, cents), half(1.1, 0.7, cents))
    #expect(up < 0.06 && down < 0.06, "\(up) s, \(down) s")
  }

  @Test func `a change of pitch is heard in its block`() {
    let source = MemorySource(Signals.sine(1000, seconds: 3))
    let out = Sounds.render(source, blocks: 600) { (0.9, $0 < 375 ? 0 : 700) }
    let heard = Signals.frequency(out.left[48_128..<48_608])
    #expect(abs(heard / 1000 - pow(2, 7.0 / 12)) < 0.01, "\(heard) Hz")
  }

  @Test func `speed and pitch at random make no clicks`() {
    var random = SplitMix(9)
    let source = MemorySource(Signals.sine(300, seconds: 4))
    let script = (0..<800).map { _ in (0.1 + 1.9 * Double(random.unit()), 200 * Double(random.unit()) - 100) }
    let out = Sounds.render(source, blocks: 800) { script[$0] }
    // The limit is that of a tone of 318 Hz. Its level is half of full scale.
    let smooth = 0.5 * pow(2 * Float.pi * 318 / 48_000, 2)
    #expect(Signals.roughest(out.left[4800...]) < 1.1 * smooth)
  }

  /// The pitch of a gliding note gives the place. It rises by an octave per second. After its onset the place must
  /// move at any speed.
  @Test(arguments: [0.1, 0.2, 0.3])
  func `sound after an onset does not stand still`(speed: Double) {
    let note = (0..<48_000).flatMap { i -> [Float] in
      let t = Double(i - 9600) / Signals.rate
      // The integral of 400 Hz times 2^t.
      let x = t < 0 ? 0 : Float(0.5 * exp(-t) * sin(2 * .pi * 400 * (pow(2, t) - 1) / log(2)))
      return [x, x]
    }
    let out = Sounds.render(MemorySource(note), blocks: Int(0.5 / speed * 375)) { _ in (speed, 0) }
    let begin = Int(0.2 / speed * Signals.rate)
    let places = stride(from: begin + 4800, to: out.left.count - 4800, by: 4800).map { at in
      log2(Signals.frequency(out.left[at - 2400..<at + 2400]) / 400)
    }
    for (a, b) in zip(places, places.dropFirst()) { #expect(b - a > 0.25 * 0.1 * speed, "\(places)") }
  }

  /// Stretched time restarts from time to time. This is inaudible.
  @Test func `a stretcher does not age`() {
    let source = MemorySource(Sounds.mixture(seconds: 4))
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    defer { planes.deallocate() }
    planes.initialize(repeating: 0, count: 256)
    var young = Stretcher()
    var old = Stretcher()
    _ = young.start(at: Place(frame: 0), speed: 0.8, ratio: 1.2, source)
    _ = old.start(at: Place(frame: 0), speed: 0.8, ratio: 1.2, source)
    old.grow(older: Stretcher.age - 30_000)
    for i in 0..<500 {
      let (speed, ratio) = (0.8 + 0.3 * sin(Double(i) / 40), 1.2 + 0.1 * sin(Double(i) / 30))
      _ = young.rtRender(planes, planes + 128, count: 128, speed: speed, ratio: ratio, source)
      let first = Array(UnsafeBufferPointer(start: planes, count: 256))
      _ = old.rtRender(planes, planes + 128, count: 128, speed: speed, ratio: ratio, source)
      #expect(first == Array(UnsafeBufferPointer(start: planes, count: 256)), "block \(i)")
    }
    #expect(young.place == old.place)
  }

  @Test(arguments: [0.0, 0.25, -1.75, 1e12 + 0.5, -1e13]) func `a place is what it was made from`(position: Double) {
    #expect(Place(position).position == position)
  }
}
