import GestureFlowAPI

/// The values that the box sends for one camera frame.
public struct OSCFrame: Sendable {
  /// Capture time in seconds of `Clock`. 0 or less means that there was not a frame; the time is then the current
  /// one.
  public var captureTime: Double
  /// The mode that the hands play.
  public var mode: Mode
  /// The hands in the frame, as in the status.
  public var hands: [HandStatus]
  /// The values that apply from then on.
  public var values: ControlSample
  /// Creates the values of a frame.
  /// - Parameters:
  ///   - captureTime: capture time in seconds of `Clock`; 0 for none.
  ///   - mode, hands, values: see the properties.
  public init(captureTime: Double, mode: Mode, hands: [HandStatus], values: ControlSample) {
    self.captureTime = captureTime
    self.mode = mode
    self.hands = hands
    self.values = values
  }
}

/// One OSC message: an address and arguments.
public struct OSCMessage: Sendable, Equatable {
  /// A value, by its OSC type tag.
  public enum Argument: Sendable, Equatable {
    /// `i`
    case int(Int32)
    /// `f`
    case float(Float)
    /// `s`
    case text(String)
  }

  /// Address, beginning with a slash.
  public var address: String
  /// Arguments in the order of sending.
  public var arguments: [Argument]
  /// Creates a message.
  /// - Parameters: see the properties.
  public init(_ address: String, _ arguments: [Argument]) {
    self.address = address
    self.arguments = arguments
  }
}

extension OSCFrame {
  /// Numbers of the landmarks that are sent. These are the wrist, which plays, and the tips of thumb and index
  /// finger.
  private static let told = [0, 4, 8]

  /// Returns the frame's messages in the order of docs/reference/osc.md.
  /// - Parameter number: of the bundle, counted from 1.
  package func messages(number: Int32) -> [OSCMessage] {
    var all = [
      OSCMessage("/gestureflow/frame", [.int(number), .text(mode.rawValue), .int(Int32(clamping: hands.count))]),
      OSCMessage("/gestureflow/player", [.float(Float(values.speed)), .float(Float(values.pitchCents)), .float(Float(values.volume))]),
    ]
    for hand in hands {
      all.append(
        OSCMessage(
          "/gestureflow/hand",
          [
            .int(Int32(clamping: hand.id)), .text(hand.handedness), .int(Int32(clamping: hand.fingers)), .float(Float(hand.confidence)),
          ] + Self.told.flatMap { place(of: $0, in: hand) }))
    }
    for (i, stem) in (values.stems ?? []).enumerated() {
      all.append(
        OSCMessage(
          "/gestureflow/stem",
          [.int(Int32(clamping: i + 1)), .float(Float(stem.volume)), .float(Float(stem.pitchCents)), .int(stem.silent ? 1 : 0)]))
    }
    for note in values.notes ?? [] {
      all.append(
        OSCMessage(
          "/gestureflow/note",
          [
            .text(note.source), .int(note.note.map { Int32(clamping: $0) } ?? -1), .int(Int32(clamping: note.velocity)),
            .float(Float(note.expression)), .float(Float(note.bendCents)),
          ]))
    }
    return all
  }

  /// Returns x and y of a landmark; -1 when unknown.
  private func place(of point: Int, in hand: HandStatus) -> [OSCMessage.Argument] {
    guard let points = hand.points, points.count > 2 * point + 1 else { return [.float(-1), .float(-1)] }
    return [.float(Float(points[2 * point])), .float(Float(points[2 * point + 1]))]
  }
}
