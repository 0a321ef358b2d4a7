import Foundation
import GestureFlowAPI
import Synchronization

/// Judges the licences that unlock tier pro, and reports the result. It knows all present licences, and the one that
/// counts now. Any thread but the real-time threads may call.
package final class LicenceController: Sendable {
  /// The reason why the box needs no licence.
  private enum Pass: String {
    case noKey = "not needed: this build has no public key, so the box is pro"
    case debug = "not needed: this is a debug build, so the box is pro"
    case workbench = "not needed: this is an engineer's run"
  }

  private struct Memory {
    var clock: LicenceClock
    var keptTime: Int64
    var isKeepingTime = false
    var own: [LicenceStore.Found] = []
    var onSticks: [LicenceStore.Found] = []
    var ranking = LicenceRanking()
    var lastLook = -Double.infinity
    /// Keys of the reported notices that still apply.
    var reported: Set<String> = []
    /// Last problem of a write, which is reported once.
    var complaint: String?
  }

  /// Seconds between two checks of the dates.
  private static let interval = 2.0
  /// Seconds that the newest time may be ahead of the stored one. An hour limits the writes to the card.
  private static let keepInterval: Int64 = 3600

  private let setup: LicenceSetup
  private let keys: PublicKeys
  private let serial: String?
  private let pass: Pass?
  private let notice: @Sendable (String) -> Void
  private let memory: Mutex<Memory>
  /// The box's own files. A thread holds them during the file work; it does not hold `memory` then.
  private let files: Mutex<LicenceStore>
  /// The sticks and their licences. Held while files are read, which may take half a minute: threads that keep the box
  /// running must not wait for it.
  private let sticks = Mutex<[(stick: ConnectedStick, found: [LicenceStore.Found])]>([])

  /// Reads the box's own licences.
  /// - Parameters:
  ///   - stateFolder: their folder; nil keeps none.
  ///   - isWorkbench: whether an engineer set the tier to try.
  ///   - notice: logs a sentence for the owner.
  /// - Throws: `Failure` if the compiled-in keys are wrong.
  package init(stateFolder: String?, _ setup: LicenceSetup, isWorkbench: Bool, notice: @escaping @Sendable (String) -> Void)
    throws(Failure)
  {
    let keys: PublicKeys
    if let given = setup.keys { keys = given } else { keys = try PublicKeys.compiled() }
    self.setup = setup
    self.keys = keys
    self.notice = notice
    serial = setup.serial()
    let store = LicenceStore(stateFolder: stateFolder, keys: keys, calls: setup.calls)
    files = Mutex(store)
    pass = keys.isEmpty ? .noKey : setup.isDebug ? .debug : isWorkbench ? .workbench : nil
    let kept = store.newestTime()
    memory = Mutex(Memory(clock: LicenceClock(newest: kept), keptTime: kept))
    guard pass == nil else { return }
    readOwn()
    judge()
  }

  /// Whether the build has a maker's keys. Tiers are for makers who sell boxes.
  package var hasKeys: Bool { !keys.isEmpty }

  /// Whether tier pro may be chosen.
  package var hasLicence: Bool { pass != nil || memory.withLock { $0.ranking.best != nil } }

  /// Checks the dates when due, and stores the newest time.
  package func look() {
    guard pass == nil, memory.withLock({ setup.uptime() - $0.lastLook >= Self.interval }) else { return }
    judge()
    keepTime()
  }

  /// Stores the time at shutdown, until which the box was on.
  package func end() { if pass == nil { keepTime(every: 0) } }

  /// Reads the licences of the sticks. It reads known ones again only on request, or if they were not readable.
  /// - Parameter present: returns the present sticks when this caller has the lock. A caller that waited for a slow
  ///   stick must not bring back a stick that has gone since.
  package func update(_ present: @autoclosure () -> [ConnectedStick], rereads: Bool = false) {
    guard pass == nil else { return }
    // A store without a folder reads sticks alone.
    let store = LicenceStore(stateFolder: nil, keys: keys)
    sticks.withLock { sticks in
      sticks = present().map { stick in
        if !rereads, let known = sticks.first(where: { $0.stick == stick }), known.found.allSatisfy(Self.isRead) { return known }
        return (stick: stick, found: store.onStick(stick.root, label: stick.label))
      }
      memory.withLock { $0.onSticks = sticks.flatMap(\.found) }
    }
    judge()
  }

  private static func isRead(_ found: LicenceStore.Found) -> Bool {
    if case .failure(.unreadable) = found.content { return false }
    return true
  }

  // MARK: - What the owner asks for

  /// Installs a licence.
  /// - Parameter text: content of its file.
  /// - Returns: the new state.
  /// - Throws: `Problem`; then nothing was changed.
  package func install(_ text: String) throws(Problem) -> String {
    if let pass { throw .refused("the licence was not installed: \(pass.rawValue)") }
    let (file, licence): (LicenceFile, Licence)
    do throws(LicenceRefusal) {
      file = try LicenceFile(Data(text.utf8))
      licence = try file.licence(keys)
    } catch { throw Self.refusal(error) }
    let now = memory.withLock { currentTime(&$0) }
    let refusal = licence.refusal(serial: serial, now: now)
    if let refusal, !refusal.mayPass { throw Self.refusal(refusal) }
    try files.withLock { store throws(Problem) in
      do throws(FileError) { try store.install(file) { $0.refusal(serial: serial, now: now) == nil } } catch {
        throw .failed("the licence was not installed: \(error)")
      }
    }
    readOwn()
    judge()
    keepTime()
    let name = "licence '\(licence.id)' for \(cleaned(licence.holder, limit: 200)) is installed"
    if let refusal { return "\(name), but is not valid yet: \(refusal)" }
    let best = memory.withLock { $0.ranking.best }
    if let best, best.licence != licence { return "\(name); \(best.shown) lasts longer and stays in use" }
    return "\(name)" + (licence.expires.map { "; it expires on \($0.day)" } ?? "")
  }

  /// Removes the installed licences.
  /// - Returns: the new place of the last one.
  /// - Throws: `Problem`; then nothing was changed.
  package func remove() throws(Problem) -> String {
    let kept = try files.withLock { store throws(Problem) in
      do throws(FileError) { return try store.remove() } catch { throw .failed("\(error)") }
    }
    guard let kept else { throw .notFound("no licence is installed") }
    guard pass == nil else { return "the licence is removed; its file is now \(kept)" }
    readOwn()
    judge()
    let stick = memory.withLock { $0.ranking.best }.map { "; \($0.shown) is in use" } ?? ""
    return "the licence is removed\(stick); to restore it, run gfctl license install \(kept)"
  }

  private static func refusal(_ why: LicenceRefusal) -> Problem {
    Problem(
      type: "licence", title: "The licence is not valid", status: 409,
      detail: "the licence was not installed: \(why)")
  }

  // MARK: - Status

  /// The status of the licences.
  package var status: LicenceStatus {
    var status = pass.map { LicenceStatus(.notNeeded, $0.rawValue) } ?? memory.withLock { Self.status($0.ranking) }
    status.boxSerial = serial
    return status
  }

  private static func status(_ ranking: LicenceRanking) -> LicenceStatus {
    let others = ranking.others.map { entry in
      LicenceStatus.Other(
        source: cleaned(entry.path, limit: FileError.longestPath), text: entry.refusal?.description ?? "valid, but another lasts longer")
    }
    guard let best = ranking.best, let licence = best.licence else {
      guard let first = others.first else {
        return LicenceStatus(.none, "missing: insert a stick with one, or run gfctl license install FILE")
      }
      return LicenceStatus(.refused, "not valid: \(first.source): \(first.text)", others: others)
    }
    let end = licence.expires.map { "until \($0.day)" } ?? "without an end"
    let place = best.stick.map { "on stick '\(cleaned($0, limit: 100))'" } ?? "installed"
    var status = LicenceStatus(.valid, "'\(licence.id)' for \(cleaned(licence.holder, limit: 200)), \(end), \(place)", others: others)
    (status.id, status.holder, status.serial) = (licence.id, licence.holder, licence.serial)
    (status.issued, status.expires) = ("\(licence.issued)", licence.expires.map { "\($0)" })
    (status.features, status.source) = (licence.features, cleaned(best.path, limit: FileError.longestPath))
    return status
  }

  // MARK: - Judging

  private func readOwn() {
    files.withLock { store in
      let own = store.installed()
      memory.withLock { $0.own = own }
    }
  }

  /// Returns the time for licences, in seconds since 1970.
  private func currentTime(_ memory: inout Memory) -> Int64 { memory.clock.look(clock: setup.clock(), uptime: setup.uptime()) }

  private func judge() {
    let fresh = memory.withLock { memory in
      memory.lastLook = setup.uptime()
      memory.ranking = LicenceRanking(memory.own + memory.onSticks, serial: serial, now: currentTime(&memory))
      if let issued = memory.ranking.best?.licence?.issued { memory.clock.sawLicence(issued: issued) }
      let notices = memory.ranking.notices
      let reported = memory.reported
      memory.reported = Set(notices.map(\.key))
      return notices.filter { !reported.contains($0.key) }
    }
    for text in fresh { notice(text.text) }
  }

  private func keepTime(every interval: Int64 = keepInterval) {
    let newest: Int64? = memory.withLock { memory in
      let isDue = memory.clock.newest > memory.keptTime + interval || memory.keptTime == 0 && memory.clock.newest > 0
      guard isDue, !memory.isKeepingTime else { return nil }
      memory.isKeepingTime = true
      return memory.clock.newest
    }
    guard let newest else { return }
    setup.run { [self] in
      write(newest)
      memory.withLock { $0.isKeepingTime = false }
    }
  }

  private func write(_ newest: Int64) {
    files.withLock { store in
      do throws(FileError) {
        try store.keep(newest: newest)
        memory.withLock { ($0.keptTime, $0.complaint) = (newest, nil) }
      } catch {
        let text = "the time for licences cannot be saved: \(error)"
        let isNew = memory.withLock { memory in
          defer { memory.complaint = text }
          return memory.complaint != text
        }
        if isNew { notice(text) }
      }
    }
  }
}
