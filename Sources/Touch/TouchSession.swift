import GestureFlowAPI
import Realtime

/// The reading of an open device until it ends.
package struct TouchSession: Sendable {
  /// Limits after lost events: discarded reads, and slot requests after them. When a device floods the box, its state
  /// in the middle of the flood is accepted.
  private static let mostDrained = 64, mostLooks = 8

  /// The description from when the device was opened.
  package let description: TouchDescription
  /// Turns events into frames.
  package var reader: TouchReader
  /// Number of event losses in the kernel.
  package private(set) var drops = 0
  /// Number of events read.
  package private(set) var events = 0
  /// Whether at least one read has succeeded.
  package private(set) var isSound = false
  private let device: any TouchDevice
  private var isBegun = false

  /// Creates a session.
  /// - Parameters:
  ///   - device: open.
  ///   - description: its description.
  package init(_ device: any TouchDevice, _ description: TouchDescription) {
    self.device = device
    self.description = description
    reader = TouchReader(description)
  }

  /// Waits for events and turns them into frames.
  ///
  /// Resting fingers cause no events. When another program grabs the device, there are also none, not even for a
  /// finger that lifts. So when no event comes during a touch, the slots are read.
  /// - Parameter milliseconds: longest wait for events.
  /// - Returns: frames in order; none without a change.
  package mutating func read(milliseconds: Int) throws(SystemFailure) -> [TouchFrame] {
    var frames: [TouchFrame] = []
    // Read the touches from before the device was opened.
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
      // Events during the slot request are already part of the slots' state. Their slot is unknown, so discard them
      // and request the slots again.
      for _ in 0..<Self.mostLooks {
        try look(&frames)
        if try drain() == 0 { break }
      }
    }
    return frames
  }

  /// Discards all events that wait.
  /// - Returns: the number of reads that this took.
  private func drain() throws(SystemFailure) -> Int {
    for readings in 0..<Self.mostDrained { if try device.events(milliseconds: 0).isEmpty { return readings } }
    return Self.mostDrained
  }

  private mutating func look(_ frames: inout [TouchFrame]) throws(SystemFailure) {
    reader.take(try device.slots(), time: Clock.seconds, &frames)
  }
}
