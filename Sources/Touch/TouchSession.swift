import Realtime

/// A device that is open, read to its end.
package struct TouchSession: Sendable {
  /// Readings that are thrown away at most after some events were dropped, and questions after that: a device that floods us is believed in the midst of it then.
  private static let mostDrained = 64, mostLooks = 8

  /// What the device said of itself.
  package let description: TouchDescription
  /// Turns events into frames.
  package var reader: TouchReader
  /// How often the kernel dropped events.
  package private(set) var drops = 0
  /// Events that came in.
  package private(set) var events = 0
  /// It has been read, and did not fail.
  package private(set) var isSound = false
  private let device: any TouchDevice
  private var isBegun = false

  /// - Parameters:
  ///   - device: open.
  ///   - description: what it said when it was opened.
  package init(_ device: any TouchDevice, _ description: TouchDescription) {
    self.device = device
    self.description = description
    reader = TouchReader(description)
  }

  /// Waits for events and makes frames of them.
  ///
  /// Where fingers lie still nothing is told, and where another program grabs the device, nothing either, not even that a finger has gone: so when nothing comes while something is touched, the slots are asked.
  /// - Parameter milliseconds: waits so long for events at most.
  /// - Returns: frames in order; none when nothing has changed.
  package mutating func read(milliseconds: Int) throws(TouchFailure) -> [TouchFrame] {
    var frames: [TouchFrame] = []
    // What was touched before it was opened.
    guard isBegun else {
      try look(&frames)
      isBegun = true
      return frames
    }
    let batch = try device.events(milliseconds: milliseconds)
    isSound = true
    events += batch.count
    if batch.isEmpty {
      if reader.isTouched { try look(&frames) }
    } else if !reader.take(batch, &frames) {
      drops += 1
      _ = try drain()
      // What comes while the slots are asked is in their state already, and nobody knows of which slot it is: it is thrown away, and they are asked again.
      for _ in 0..<Self.mostLooks {
        try look(&frames)
        if try drain() == 0 { break }
      }
    }
    return frames
  }

  /// Throws away what waits to be read. - Returns: how many readings that took.
  private func drain() throws(TouchFailure) -> Int {
    for readings in 0..<Self.mostDrained { if try device.events(milliseconds: 0).isEmpty { return readings } }
    return Self.mostDrained
  }

  private mutating func look(_ frames: inout [TouchFrame]) throws(TouchFailure) {
    reader.take(try device.slots(), time: Clock.seconds, &frames)
  }
}
