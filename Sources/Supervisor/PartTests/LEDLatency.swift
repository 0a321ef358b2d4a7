import GestureFlowAPI

/// Computes delays from switches of LEDs to camera frames that show them. It has no side effects.
///
/// The first switches find the cells of the frame that change. The delay of a later one is the capture time of the
/// first frame past the middle between dark and lit, minus the time of the switch. About half of that frame's exposure
/// lies after the switch. A frame that the camera has dropped adds to the delay.
package struct LEDLatency: Sendable {
  /// Switches that find the LEDs.
  package static let searches = 8
  /// Switches whose delays are measured.
  package static let measured = 40
  /// All switches. The one after the search only brings frames from before the first measured one.
  package static let total = searches + 1 + measured
  /// Seconds after a switch until every frame shows it. A longer delay is not measured.
  private static let settling = 0.3
  /// Seconds by which a frame's capture time may precede its light. A driver may stamp the begin of the exposure.
  private static let exposure = 0.05
  /// Frames of each state that a search needs.
  private static let leastFrames = 8
  /// Least change of a cell of 0...255. Noise that is left in the mean of many frames stays below it.
  private static let leastChange: Float = 3
  /// Least share of the measured switches that must be seen.
  private static let leastSeen = 0.75

  /// Sum of settled frames of one state.
  private struct Sum {
    var light: [Float] = []
    var count = 0

    mutating func add(_ other: [Float]) {
      if light.isEmpty { light = [Float](repeating: 0, count: other.count) }
      // The camera has changed its size.
      guard light.count == other.count else { return }
      for index in light.indices { light[index] += other[index] }
      count += 1
    }
  }

  private var switches: [(time: Double, isOn: Bool)] = []
  private var lit = Sum()
  private var dark = Sum()
  /// Cells that show the LEDs; empty until they are found.
  private var cells: [Int] = []
  /// Mean change of these cells.
  private var change = 0.0
  /// Mean brightness of these cells in each frame.
  private var samples: [(time: Double, light: Double)] = []

  /// Creates a measurement without a switch.
  package init() {}

  /// Returns the seconds from one switch to the next. They differ, so that the switches spread over a frame's period.
  package static func pause(after number: Int) -> Double {
    0.55 + 0.15 * (Double(number) * 0.618_034).truncatingRemainder(dividingBy: 1)
  }

  /// Adds a switch of the LEDs. - Parameter time: seconds of `Clock`.
  package mutating func switched(_ isOn: Bool, at time: Double) { switches.append((time, isOn)) }

  /// Adds a frame. Switches before it must have been added.
  /// - Parameters:
  ///   - light: brightness of its cells, 0...255.
  ///   - time: its capture time in seconds of `Clock`.
  package mutating func add(_ light: [Float], at time: Double) {
    if let last = cells.last {
      guard last < light.count else { return }
      let sum = cells.reduce(0) { $0 + Double(light[$1]) }
      samples.append((time, sum / Double(cells.count)))
    } else if let last = switches.last(where: { $0.time <= time }), time - last.time >= Self.settling {
      if last.isOn { lit.add(light) } else { dark.add(light) }
    }
  }

  /// Finds the cells that show the LEDs. They brighten by at least half of the largest change.
  /// - Throws: `Failure` if no cell does, or if there are too few frames.
  package mutating func findLEDs() throws(Failure) {
    guard min(lit.count, dark.count) >= Self.leastFrames, lit.light.count == dark.light.count else { throw Self.tooFewFrames }
    let (ons, offs) = (Float(lit.count), Float(dark.count))
    let changes = zip(lit.light, dark.light).map { $0 / ons - $1 / offs }
    guard let most = changes.max(), most >= Self.leastChange else { throw Self.unseen }
    cells = changes.indices.filter { changes[$0] >= most / 2 }
    change = cells.reduce(0) { $0 + Double(changes[$1]) } / Double(cells.count)
  }

  /// Delay in seconds of each switch that was seen. A switch is not seen if the frames around it are unsteady, as when
  /// a person walks by.
  package var delays: [Double] {
    switches.indices.dropFirst(Self.searches + 1).compactMap { index -> Double? in
      let (time, isOn) = switches[index]
      let end = index + 1 < switches.count ? switches[index + 1].time : .infinity
      let before = settled(after: switches[index - 1].time, until: time)
      let after = settled(after: time, until: end)
      guard !before.isEmpty, !after.isEmpty else { return nil }
      let (from, to) = (Self.mean(before), Self.mean(after))
      let step = isOn ? to - from : from - to
      let noise = max(Self.spread(before, around: from), Self.spread(after, around: to))
      guard step >= max(change / 2, 4 * noise) else { return nil }
      let middle = (from + to) / 2
      let first = samples.first { $0.time >= time - Self.exposure && $0.time < end && ($0.light >= middle) == isOn }
      return first.map { $0.time - time }
    }
  }

  /// Returns the quantiles of the delays.
  /// - Throws: `Failure` if too few switches were seen.
  package func quantiles() throws(Failure) -> Quantiles {
    let delays = delays
    guard Double(delays.count) >= Self.leastSeen * Double(Self.measured) else {
      throw Failure(
        "\(delays.count) of \(Self.measured) switches were seen",
        remedy: "keep hands and people out of the camera's view, bring it nearer to the panel, and darken the room")
    }
    return Quantiles(seconds: delays)
  }

  /// Returns the brightness in frames that show one state alone.
  private func settled(after begin: Double, until end: Double) -> [Double] {
    samples.filter { $0.time >= begin + Self.settling && $0.time < end - Self.exposure }.map { $0.light }
  }

  private static func mean(_ light: [Double]) -> Double { light.reduce(0, +) / Double(light.count) }
  private static func spread(_ light: [Double], around mean: Double) -> Double { light.reduce(0) { max($0, abs($1 - mean)) } }

  private static let tooFewFrames = Failure("the camera delivers too few frames", remedy: "run gfctl test camera and do what it says")
  private static let unseen = Failure(
    "the camera sees no LED of the panel change", remedy: "point it at the LEDs from less than half a metre, and darken the room")
}
