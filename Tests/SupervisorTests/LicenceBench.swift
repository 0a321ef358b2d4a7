import Foundation
import GestureFlowAPI
import Licences
import Supervisor
import Synchronization
import TestSupport

/// An issuer, a box's state folder and sticks, with a clock that the test sets.
final class LicenceBench: Sendable {
  struct Times: Sendable {
    var clock: Int64 = 1_798_761_600  // 2027-01-01
    var uptime = 0.0
  }

  static let serial = "10000000abcdef01"
  let root: URL
  let key = LicenceKey()
  let times = Mutex(Times())
  private let said = Mutex<[String]>([])

  init(_ root: URL) { self.root = root }

  static func with(_ body: (LicenceBench) throws -> Void) throws { try Places.withFolder { try body(LicenceBench($0)) } }

  var state: String { root.path + "/state" }
  /// Returns the notices since the last call.
  func takeNotices() -> [String] {
    said.withLock { said in
      defer { said = [] }
      return said
    }
  }

  func setup(calls: AtomicFile.Calls = .system) throws -> LicenceSetup {
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
  func store(_ folder: String? = nil, calls: AtomicFile.Calls = .system) throws -> LicenceStore {
    LicenceStore(stateFolder: folder ?? state, keys: try PublicKeys(key.publicLine(name: "test")), calls: calls)
  }

  /// Ids of the box's installed licences, newest first.
  func ids() throws -> [String] { try store().installed().map { try $0.content.get().id } }

  func controller(_ setup: LicenceSetup? = nil) throws -> LicenceController {
    try LicenceController(stateFolder: state, setup ?? self.setup(), isWorkbench: false) { [self] text in said.withLock { $0.append(text) }
    }
  }

  /// Advances the time and the clock.
  func pass(_ seconds: Double) {
    times.withLock { times in
      times.uptime += seconds
      times.clock += Int64(seconds)
    }
  }
  func set(clock text: String) { times.withLock { $0.clock = LicenceDate(text)?.seconds ?? 0 } }

  /// Returns a signed licence.
  /// - Parameter expires: date of expiry; nil for a licence without one.
  func signed(_ id: String, issued: String = "2026-06-01T00:00:00Z", expires: String? = nil, _ change: (inout Licence) -> Void = { _ in })
    throws
    -> LicenceFile
  {
    struct NoDate: Error {}
    guard let issued = LicenceDate(issued) else { throw NoDate() }
    var licence = Licence(id: id, holder: "Ada", serial: Self.serial, issued: issued, expires: expires.flatMap { LicenceDate($0) })
    change(&licence)
    return try key.sign(licence)
  }

  func text(_ licence: LicenceFile) -> String { String(decoding: licence.data, as: UTF8.self) }

  /// Writes a file to a stick.
  /// - Returns: the stick.
  @discardableResult func put(_ data: Data, as name: String, on stick: String = "STICK") throws -> SoundCatalogUpdater.Stick {
    let folder = root.appendingPathComponent(stick)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: folder.appendingPathComponent(name))
    return SoundCatalogUpdater.Stick(id: stick, label: stick, root: folder.path)
  }

  static func refusal(_ body: () throws(Problem) -> String) -> Problem? {
    do throws(Problem) { _ = try body() } catch { return error }
    return nil
  }
}
