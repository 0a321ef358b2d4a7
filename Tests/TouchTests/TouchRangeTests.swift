import Foundation
import Testing
import Touch

@Suite struct TouchRangeTests {
  private func screen(_ change: (inout TouchDescription) -> Void) -> TouchDescription {
    var screen = TouchDouble.screen
    change(&screen)
    return screen
  }

  @Test func `a range goes from its beginning to its end`() {
    #expect(TouchRange(0, 500).share(125) == 0.25)
    #expect(TouchRange(-100, 100).share(50) == 0.75)
    #expect(TouchRange(500, 0).share(125) == 0.75, "an axis that runs backwards")
    #expect(TouchRange(0, 500).share(-3) == 0 && TouchRange(0, 500).share(501) == 1, "what lies beyond an end is at that end")
    #expect(TouchRange(.min, .max).share(0) == 0.5 && TouchRange(.min, .max).share(.max) == 1)
    #expect(TouchRange(.max, .min).share(.min) == 1)
    #expect(TouchRange(7, 7).share(7) == nil && TouchRange(0, 0).share(300) == nil)
  }

  @Test func `an inverted height is played the other way round`() throws {
    var bench = try Bench(screen { $0.axes[.y] = TouchRange(500, 0) })
    try bench.play { $0.down(0, 1, y: 400) }
    #expect(bench.sources.first?.position == 0.8)
  }

  @Test func `without a width there is no modulation`() throws {
    for width in [nil, TouchRange(0, 0)] {
      var bench = try Bench(screen { $0.axes[.x] = width }, bends: true)
      try bench.play { $0.down(0, 1, x: 300) }
      try bench.play { $0.set(0, .x, 900) }
      #expect(bench.sources.first?.modulation == 0 && bench.sources.first?.bend == 0)
    }
  }

  @Test func `without pressure the size counts`() throws {
    var bench = try Bench(
      screen {
        $0.axes[.pressure] = nil
        $0.axes[.size] = TouchRange(0, 200)
      })
    try bench.play {
      $0.set(0, .size, 50)
      $0.down(0, 1, pressure: nil)
    }
    #expect(bench.sources.first?.expression == 0.25)
  }

  @Test func `without either a touch has its usual strength`() throws {
    for pressure in [nil, TouchRange(0, 0)] {
      var bench = try Bench(screen { $0.axes[.pressure] = pressure })
      try bench.play { $0.down(0, 1) }
      #expect(bench.sources.first?.expression == 0.8)
    }
  }

  /// Some drivers have the axis but never report it; all their notes would be silent.
  @Test func `a pressure that is never reported is not used`() throws {
    var bench = try Bench()
    try bench.play { $0.down(0, 1, pressure: nil) }
    #expect(bench.sources.first?.expression == 0.8)
    try bench.play { $0.set(0, .pressure, 20) }
    #expect(bench.sources.first?.expression == 0.2)
    try bench.play { $0.set(0, .pressure, 0) }
    #expect(bench.sources.first?.expression == 0, "from then on it is believed")
  }

  @Test func `a slide bends where notes may be bent`() throws {
    var bench = try Bench(bends: true)
    try bench.play { $0.down(0, 1, x: 500) }
    try bench.play { $0.set(0, .x, 515) }
    #expect(bench.sources.first?.bend == 0 && bench.sources.first?.modulation == 0.5, "a finger that lies there rolls a little")
    try bench.play { $0.set(0, .x, 620) }
    #expect(abs((bench.sources.first?.bend ?? 0) - 100) < 0.1 && bench.sources.first?.modulation == 0.5)
    try bench.play { $0.set(0, .x, 0) }
    #expect(bench.sources.first?.bend == -200)
    try bench.play { $0.up(0) }
    try bench.play { $0.down(0, 2, x: 0) }
    #expect(bench.sources.first?.bend == 0, "the next touch begins where it begins")
  }

  @Test func `elsewhere a slide is modulation`() throws {
    var bench = try Bench()
    try bench.play { $0.down(0, 1, x: 500) }
    try bench.play { $0.set(0, .x, 900) }
    #expect(bench.sources.first?.bend == 0 && bench.sources.first?.modulation == 0.9)
  }

  @Test func `an unplayable device is reported with the reason`() {
    #expect(TouchDouble.screen.obstacle == nil)
    #expect(screen { $0.slots = 0 }.obstacle?.contains("ABS_MT_SLOT") == true)
    #expect(screen { $0.axes[.trackingID] = nil }.obstacle?.contains("ABS_MT_TRACKING_ID") == true)
    #expect(screen { $0.axes[.y] = nil }.obstacle?.contains("ABS_MT_POSITION_Y") == true)
    #expect(screen { $0.axes[.y] = TouchRange(3, 3) }.obstacle?.contains("from 3 to 3") == true)
    #expect(screen { $0.hasEveryAxis = true }.obstacle?.contains("every axis") == true)
  }
}
