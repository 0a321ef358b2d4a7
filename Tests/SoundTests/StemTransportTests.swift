import Sound
import Stretch
import TestSupport
import Testing

/// The place of a set depends only on the rendered frames.
@Suite struct StemTransportTests {
  private static func fixed(_ place: Transport) -> Int64 { place.frame << 32 | Int64(place.fraction) }

  /// An hour with another tempo every few blocks, at any block size. The place is the exact sum of all speeds
  /// in 2^-32.
  @Test func `an hour of random tempi is the exact sum`() {
    var random = SplitMix(5)
    var transports = [BarGrid](repeating: BarGrid(milliBPM: 110_000), count: 4).map(Transport.init)
    var (sum, left): (Int64, Int) = (0, 3600 * 48_000)
    while left > 0 {
      let speed = 0.5 + 1.5 * random.unit()
      let count = min(left, 1 + Int(random.next() % 4096))
      sum += Int64((speed * 4_294_967_296).rounded()) * Int64(count)
      for i in transports.indices {
        // Each cuts the way in other pieces.
        var rest = count
        while rest > 0 {
          let n = min(rest, 1 + (i * 997) % 600)
          transports[i].rtAdvance(n, speed: speed)
          rest -= n
        }
      }
      left -= count
    }
    #expect(transports.allSatisfy { Self.fixed($0) == sum })
  }

  @Test func `the frames until a place are the fewest that reach it`() {
    var random = SplitMix(6)
    var transport = Transport(BarGrid(milliBPM: 97_531))
    for _ in 0..<20_000 {
      let speed = 0.5 + 1.5 * random.unit()
      transport.rtAdvance(1 + Int(random.next() % 128), speed: speed)
      let due = transport.frame + Int64(random.next() % 100_000)
      let count = Int(transport.rtFrames(until: due, speed: speed))
      var (there, before) = (transport, transport)
      there.rtAdvance(count, speed: speed)
      #expect(there.frame >= due)
      if count > 0 {
        before.rtAdvance(count - 1, speed: speed)
        #expect(before.frame < due)
      }
    }
  }

  @Test func `speeds beyond the range are the nearest and NaN is the lowest`() {
    for (speed, frames) in [(0.1, 500), (7.0, 2000), (.nan, 500), (1, 1000)] as [(Double, Int64)] {
      var transport = Transport(BarGrid(milliBPM: 120_000))
      transport.rtAdvance(1000, speed: speed)
      #expect(transport.frame == frames)
    }
  }

  /// Stretcher and transport have the same place, bit for bit, through all changes.
  @Test func `a stretcher is where the transport is`() {
    let source = MemorySource((0..<96_000).map { Float($0 % 200) / 400 })
    var head = Playhead()
    let handle = StretcherHandle.make()
    _ = handle.start(at: Place(frame: 0), speed: 1, ratio: 1, source)
    let isTaken = head.rtTake(handle)
    #expect(isTaken)
    var transport = Transport(BarGrid(milliBPM: 100_000))
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    defer { planes.deallocate() }
    planes.initialize(repeating: 0, count: 256)
    var random = SplitMix(7)
    for block in 0..<300 {
      let speed = block % 90 < 30 ? 1 : 0.5 + 1.5 * random.unit()
      let ratio = block % 90 < 30 ? 1 : 0.9 + 0.2 * random.unit()
      let count = 1 + Int(random.next() % 128)
      _ = head.rtRender(planes, planes + 128, count: count, speed: speed, ratio: ratio, source, former: source)
      transport.rtAdvance(count, speed: speed)
      let place = head.rtPlace()
      #expect(place == transport.place)
    }
  }
}
