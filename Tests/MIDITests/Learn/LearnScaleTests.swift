import MIDI
import Testing

/// Tests of seven bits mapped to a parameter's range.
@Suite struct LearnScaleTests {
  @Test func `ends and notch are exact`() throws {
    let volume = try #require(LearnTarget.volume.scale), speed = try #require(LearnTarget.speed.scale)
    let pitch = try #require(LearnTarget.pitch.scale), tempo = try #require(LearnTarget.tempo.scale)
    #expect(volume.value(at: 0) == 0 && volume.value(at: 127) == 1)
    #expect(speed.value(at: 0) == 0.1 && speed.value(at: 64) == 1 && speed.value(at: 127) == 2)
    #expect(pitch.value(at: 0) == -2400 && pitch.value(at: 64) == 0 && pitch.value(at: 127) == 2400)
    #expect(tempo.value(at: 0) == 0.5 && tempo.value(at: 64) == 1 && tempo.value(at: 127) == 2)
    #expect(volume.value(at: 255) == 1, "what no controller sends is the end")
  }

  @Test func `every parameter rises and its place comes back`() {
    for target in LearnTarget.all {
      guard let scale = target.scale else { continue }
      var before = -Double.infinity
      for place in 0...127 as ClosedRange<UInt8> {
        let value = scale.value(at: place)
        #expect(value >= before, "\(target.name) at \(place)")
        before = value
        if case .steps(let count) = scale {
          #expect(abs(scale.place(of: value) - Double(place)) <= 64 / Double(count))
        } else {
          #expect(abs(scale.place(of: value) - Double(place)) < 1e-9, "\(target.name) at \(place)")
        }
      }
      for value in [-1e9, 1e9, .infinity, -.infinity, .nan] {
        #expect((0...127).contains(scale.place(of: value)), "\(target.name) of \(value)")
      }
    }
  }

  @Test func `four waveforms share the way evenly`() throws {
    let scale = try #require(LearnTarget.waveform.scale)
    let found = (0...127 as ClosedRange<UInt8>).map { scale.value(at: $0) }
    for step in 0..<4 { #expect(found.count { $0 == Double(step) } == 32) }
  }
}
