import Notes
import Touch

/// A device that is read step by step, without a thread.
struct Bench {
  let device: TouchDouble
  var session: TouchSession
  private(set) var frames: [TouchFrame] = []

  init(_ description: TouchDescription = TouchDouble.screen, bends: Bool = false) throws {
    device = TouchDouble(["/dev/input/event3": description])
    session = TouchSession(device, try device.open("/dev/input/event3"))
    session.reader.bends = bends
    // The touches at the beginning.
    frames = try session.read(milliseconds: 0)
  }

  /// Does something, and reads the result. - Returns: the new frames.
  @discardableResult mutating func play(_ body: (TouchDouble) -> Void) throws -> [TouchFrame] {
    body(device)
    device.report()
    return try read()
  }

  /// Reads until the queue is empty.
  @discardableResult mutating func read() throws -> [TouchFrame] {
    let before = frames.count
    repeat { frames += try session.read(milliseconds: 0) } while !device.isRead
    return Array(frames[before...])
  }

  /// The touches of the last frame.
  var sources: [Source] { frames.last?.sources ?? [] }
  /// The numbers of these touches.
  var numbers: [Int] { sources.map(\.id.number) }
}
