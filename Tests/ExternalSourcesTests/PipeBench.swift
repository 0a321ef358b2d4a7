import Foundation
import GestureFlowAPI
import ExternalSources
import Synchronization
import TestSupport

/// A pipe outlet for tests: it keeps all frames, or has a set amount of room.
final class OutletDouble: PipeOutlet {
  struct Log: Sendable {
    var begun: [Int] = []
    var ended = 0
    /// Number of orders to drop the buffer.
    var forgotten = 0
    var left: [Float] = []
    var right: [Float] = []
    /// Frames that are not digital silence.
    var sounding = 0
    /// Number of frames that still fit; nil without a limit.
    var room: Int?
    var refusals = 0
  }

  let log = Mutex(Log())

  func begin(rate: Int) { log.withLock { $0.begun.append(rate) } }
  func end() { log.withLock { $0.ended += 1 } }
  func forget() {
    log.withLock {
      $0.ended += 1
      $0.forgotten += 1
    }
  }
  func write(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int) -> Int {
    log.withLock {
      let count = min(frames, $0.room ?? frames)
      for i in 0..<count {
        $0.left.append(left[i])
        $0.right.append(right[i])
        if left[i] != 0 { $0.sounding += 1 }
      }
      $0.room? -= count
      if count < frames { $0.refusals += 1 }
      return count
    }
  }

  var left: [Float] { log.withLock { $0.left } }
  var right: [Float] { log.withLock { $0.right } }
  var count: Int { log.withLock { $0.left.count } }
  var sounding: Int { log.withLock { $0.sounding } }
}

/// A pipe in a folder, its outlet, and its reports.
final class PipeBench: Sendable {
  let outlet = OutletDouble()
  let reader: PipeReader
  /// The clock of the reader.
  let time = ManualTime()
  let path: String
  private let told: NewsBox
  private let isHeard: Mutex<Bool>

  private final class NewsBox: Sendable { let news = Mutex<[PipeEvent]>([]) }

  init(_ folder: URL, rate: Int = 44_100, format: PipeSettings.Format = .s16, channels: Int = 2, isHeard: Bool = true) throws(Failure) {
    path = folder.appendingPathComponent("test.pcm").path
    let box = NewsBox()
    let settings = PipeSettings(name: "test", path: path, rate: rate, format: format, channels: channels)
    reader = PipeReader(settings, to: outlet, clock: { [time] in time.nanoseconds }) { new in box.news.withLock { $0.append(new) } }
    told = box
    self.isHeard = Mutex(isHeard)
    reader.setHeard(isHeard)
    try reader.start()
  }

  /// Waits until the reader's thread has polled the pipe several times. A forbidden action would happen by
  /// then.
  func letItLook() -> Bool {
    let before = reader.turns
    return waitUntil {
      // This call changes nothing and wakes the reader.
      reader.setHeard(isHeard.withLock { $0 })
      return reader.turns >= before + 3
    }
  }

  /// Switches the pipe's sound on or off.
  func hear(_ isNow: Bool) {
    isHeard.withLock { $0 = isNow }
    reader.setHeard(isNow)
  }

  /// Events that the reader has published.
  var heardNews: [PipeEvent] { told.news.withLock { $0 } }

  /// Opens the pipe as a program does. It has a reader, so the open does not wait.
  func open() -> Int32 { Foundation.open(path, O_WRONLY | O_CLOEXEC) }

  /// Writes all bytes and waits for room, as a program does.
  /// - Returns: whether all of it was written.
  @discardableResult static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var at = 0
    while at < bytes.count {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress! + at, bytes.count - at) }
      if count <= 0 { return false }
      at += count
    }
    return true
  }

  /// Returns stereo frames of 16 bits that count up: frame n is n left and -n right.
  static func counting(_ frames: Range<Int>) -> [UInt8] {
    frames.flatMap { n -> [UInt8] in
      let (l, r) = (Int16(truncatingIfNeeded: n % 32_000), Int16(truncatingIfNeeded: -(n % 32_000)))
      return [l, r].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
  }

  static func counted(_ frames: Range<Int>) -> [Float] { frames.map { Float($0 % 32_000) / 32_768 } }
}
