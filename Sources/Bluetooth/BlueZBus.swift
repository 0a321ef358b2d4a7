import CSystemd
import GestureFlowAPI
import Glibc

/// BlueZ's objects and methods over D-Bus. For one thread.
final class BlueZBus {
  /// One object with its interfaces and its properties. Text properties are in `texts`; numbers and truth values are
  /// in `numbers`.
  struct Object {
    var texts: [String: [String]] = [:]
    var numbers: [String: Int64] = [:]
    var interfaces: Set<String> = []
  }

  private let handle: OpaquePointer

  /// Connects to a bus.
  /// - Parameter address: of a bus; nil for the system's.
  /// - Throws: `Problem` when the bus cannot be reached.
  init(address: String?) throws(Problem) {
    var made: OpaquePointer?
    let code = gf_bluez_open(&made, address)
    guard code >= 0, let made else {
      throw .failed(
        "there is no system bus to reach BlueZ by (\(String(cString: strerror(-code)))): install dbus and bluez")
    }
    handle = made
  }

  deinit { gf_bluez_close(handle) }

  /// Returns all objects by their paths.
  func objects() throws(Problem) -> [String: Object] {
    final class Found { var objects: [String: Object] = [:] }
    let found = Found()
    let code = gf_bluez_objects(
      handle,
      { context, path, interface, name, text, number in
        guard let context, let path, let interface else { return }
        let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
        let (object, kind) = (String(cString: path), String(cString: interface))
        // Keep only BlueZ's own interfaces; properties of others are not used.
        guard kind.hasPrefix("org.bluez.") else { return }
        found.objects[object, default: Object()].interfaces.insert(kind)
        guard let name, kind == "org.bluez.Device1" || kind == "org.bluez.Adapter1" else { return }
        let key = String(cString: name)
        if let text {
          found.objects[object, default: Object()].texts[key, default: []].append(String(cString: text))
        } else {
          found.objects[object, default: Object()].numbers[key] = number
        }
      }, Unmanaged.passUnretained(found).toOpaque())
    try check(code, "listing the devices")
    return withExtendedLifetime(found) { found.objects }
  }

  /// Calls a method and waits for its answer.
  /// - Returns: the D-Bus name of the error if it is one of `allowed`; then nothing is thrown.
  @discardableResult func call(
    _ path: String, _ interface: String, _ method: String, object: String? = nil, seconds: Double = 10, allowed: [String] = []
  ) throws(Problem) -> String? {
    let code = gf_bluez_call(handle, path, interface, method, object, seconds)
    let name = String(cString: gf_bluez_error_name(handle))
    if code < 0, allowed.contains(name) { return name }
    try check(code, method)
    return nil
  }

  func set(_ path: String, _ interface: String, _ name: String, _ value: Bool) throws(Problem) {
    try check(gf_bluez_set(handle, path, interface, name, value ? 1 : 0), "setting \(name)")
  }

  func filter(_ adapter: String, service: String) throws(Problem) {
    try check(gf_bluez_filter(handle, adapter, service), "choosing what to look for")
  }

  func agent(for device: String) throws(Problem) { try check(gf_bluez_agent(handle, device), "registering the pairing agent") }

  private func check(_ code: Int32, _ what: String) throws(Problem) {
    guard code < 0 else { return }
    throw BlueZError.problem(
      String(cString: gf_bluez_error_name(handle)), words: String(cString: gf_bluez_error_text(handle)), code: -code, what: what)
  }
}
