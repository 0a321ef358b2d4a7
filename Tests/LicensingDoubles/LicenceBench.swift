import Foundation
import GestureFlowAPI
import Licensing
import Synchronization
import TestSupport

/// An issuer, a box's state folder and sticks, with a clock that the test sets.
package final class LicenceBench: Sendable {
  package struct Times: Sendable {
    package var clock: Int64
    package var uptime: Double

    /// The default clock is 2027-01-01.
    package init(clock: Int64 = 1_798_761_600, uptime: Double = 0) { (self.clock, self.uptime) = (clock, uptime) }
  }

  package static let serial = "10000000abcdef01"
  package let root: URL
  package let key = LicenceKey()
  package let times = Mutex(Times())
  private let said = Mutex<[String]>([])

  package init(_ root: URL) { self.root = root }

  package static func with(_ body: (LicenceBench) throws -> Void) throws { try Places.withFolder { try body(LicenceBench($0)) } }

  package var state: String { root.path + "/state" }
  /// Returns the notices since the last call.
  package func takeNotices() -> [String] {
    said.withLock { said in
      defer { said = [] }
      return said
    }
  }

  package func setup(calls: AtomicFile.Calls = .system) throws -> LicenceSetup {
    var setup = LicenceSetup()
    setup.keys = try PublicKeys(key.publicLine(name: "test"))
    setup.serial = { Self.serial }
    setup.clock = { [self] in times.withLock { $0.clock } }
    setup.uptime = { [self] in times.withLock { $0.uptime } }
    setup.isDebug = false
    setup.calls = calls
    return setup
  }

  /// Returns the store of a state folder.
  package func store(_ folder: String? = nil, calls: AtomicFile.Calls = .system) throws -> LicenceStore {
    LicenceStore(stateFolder: folder ?? state, keys: try PublicKeys(key.publicLine(name: "test")), calls: calls)
  }

  /// Ids of the box's installed licences, newest first.
  package func ids() throws -> [String] { try store().installed().map { try $0.content.get().id } }

  package func controller(_ setup: LicenceSetup? = nil) throws -> LicenceController {
    try LicenceController(stateFolder: state, setup ?? self.setup(), isWorkbench: false) { [self] text in said.withLock { $0.append(text) }
    }
  }

  /// Advances the time and the clock.
  package func pass(_ seconds: Double) {
    times.withLock { times in
      times.uptime += seconds
      times.clock += Int64(seconds)
    }
  }
  package func set(clock text: String) { times.withLock { $0.clock = LicenceDate(text)?.seconds ?? 0 } }

  /// Returns a signed licence.
  /// - Parameter expires: date of expiry; nil for a licence without one.
  package func signed(
    _ id: String, issued: String = "2026-06-01T00:00:00Z", expires: String? = nil, _ change: (inout Licence) -> Void = { _ in }
  )
    throws
    -> LicenceFile
  {
    struct NoDate: Error {}
    guard let issued = LicenceDate(issued) else { throw NoDate() }
    var licence = Licence(id: id, holder: "Ada", serial: Self.serial, issued: issued, expires: expires.flatMap { LicenceDate($0) })
    change(&licence)
    return try key.sign(licence)
  }

  package func text(_ licence: LicenceFile) -> String { String(decoding: licence.data, as: UTF8.self) }

  /// Writes a file to a stick.
  /// - Returns: the stick.
  @discardableResult package func put(_ data: Data, as name: String, on stick: String = "STICK") throws -> ConnectedStick {
    let folder = root.appendingPathComponent(stick)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: folder.appendingPathComponent(name))
    return ConnectedStick(id: stick, label: stick, root: folder.path)
  }

  package static func refusal(_ body: () throws(Problem) -> String) -> Problem? {
    do throws(Problem) { _ = try body() } catch { return error }
    return nil
  }
}
