import CSystemd
import Glibc
import Realtime

/// A connection with a bus, for one thread. Its listener must live longer than the connection.
final class MPRISLink {
  private let handle: OpaquePointer

  /// Begins to connect. The result is nil, with an errno value, on failure.
  /// - Parameters: the bus's address, and the listener, which receives calls only from within `process`.
  init?(address: String, listener: MPRISLoop, code: inout Int32) {
    // C holds no reference, because the loop owns the link.
    var table = gf_mpris_listener()
    table.context = Unmanaged.passUnretained(listener).toOpaque()
    table.owned = { context, name, owner in
      guard let name, let owner else { return }
      MPRISLink.listener(context).owned(String(cString: name), by: String(cString: owner))
    }
    table.identified = { context, name, owner, process in
      guard let name, let owner else { return }
      MPRISLink.listener(context).identified(String(cString: name), as: String(cString: owner), process: process)
    }
    table.property = { context, from, name, value in
      guard let from, let name, let value, let heard = MPRISLink.value(value.pointee) else { return }
      MPRISLink.listener(context).property(
        String(cString: from), String(cString: name), heard, isMetadata: value.pointee.is_metadata != 0)
    }
    table.told = { context, from, isNews in
      if let from { MPRISLink.listener(context).told(String(cString: from), isNews: isNews != 0) }
    }
    table.seeked = { context, from, place in
      if let from { MPRISLink.listener(context).seeked(String(cString: from), to: Double(place) * 1e-6) }
    }
    table.answered = { context, ticket, code, error, words in
      MPRISLink.listener(context).answered(
        ticket, code: code, error: error.map { String(cString: $0) } ?? "", words: words.map { String(cString: $0) } ?? "")
    }
    var made: OpaquePointer?
    code = -gf_mpris_open(&made, address, &table)
    guard code == 0, let made else { return nil }
    handle = made
  }

  deinit { gf_mpris_close(handle) }

  var isReady: Bool { gf_mpris_is_ready(handle) > 0 }
  /// Processes pending work.
  /// - Returns: 1 if more work may follow, 0 if not, a negative errno value when the bus is gone.
  func process() -> Int32 { gf_mpris_process(handle) }
  func list() -> Int32 { gf_mpris_list(handle) }
  func identify(_ name: String, as owner: String) -> Int32 { gf_mpris_identify(handle, name, owner) }
  func getAll(_ to: String, _ interface: String, ticket: Int64) -> Int32 { gf_mpris_get_all(handle, to, interface, ticket) }
  func get(_ to: String, _ property: String, ticket: Int64) -> Int32 { gf_mpris_get(handle, to, property, ticket) }
  func call(_ to: String, _ method: String, ticket: Int64) -> Int32 { gf_mpris_call(handle, to, method, ticket) }
  func setVolume(_ to: String, _ volume: Double, ticket: Int64) -> Int32 { gf_mpris_volume(handle, to, volume, ticket) }
  /// Seeks to a position of a track, or by a distance. Both are in seconds.
  func seek(_ to: String, track: String?, _ seconds: Double, ticket: Int64) -> Int32 {
    gf_mpris_seek(handle, to, track, Int64(seconds * 1e6), ticket)
  }

  /// Waits for work on the link, a wake-up, or a deadline. The deadline is in seconds of `Clock`.
  static func wait(_ link: MPRISLink?, wake: WakePipe?, until: Double) {
    gf_mpris_wait(link?.handle, wake?.reading ?? -1, Int64(until * 1e9))
  }

  private static func listener(_ context: UnsafeMutableRawPointer?) -> MPRISLoop {
    Unmanaged<MPRISLoop>.fromOpaque(context!).takeUnretainedValue()
  }

  private static func value(_ value: gf_mpris_value) -> MPRISValue? {
    switch UInt8(bitPattern: value.type) {
    case UInt8(ascii: "s"): .text(text(value))
    case UInt8(ascii: "a"): .oneOfTexts(text(value))
    case UInt8(ascii: "b"): .truth(value.number != 0)
    case UInt8(ascii: "n"): .number(value.number)
    case UInt8(ascii: "m"): .metadata
    default: nil
    }
  }

  private static func text(_ value: gf_mpris_value) -> String {
    guard let text = value.text else { return "" }
    return text.withMemoryRebound(to: UInt8.self, capacity: value.length) {
      String(decoding: UnsafeBufferPointer(start: $0, count: value.length), as: UTF8.self)
    }
  }
}
