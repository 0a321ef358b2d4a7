import Foundation
import GestureFlowAPI

/// Installs updates of the firmware image by RAUC, and reports the slots.
package struct SystemUpdate {
  /// Contents of an update's file.
  package struct Bundle: Equatable, Sendable {
    package var path: String
    package var board: String
    /// Nil if the file names none.
    package var version: String?
  }

  /// RAUC's answer about the slots.
  private struct Slots: Decodable {
    struct Slot: Decodable {
      struct Record: Decodable {
        struct Contents: Decodable { var version: String? }
        var bundle: Contents?
        var status: String?
      }
      var bootname: String?
      var state: String?
      var parent: String?
      var bootStatus: String?
      var slotStatus: Record?
    }
    var compatible: String
    var bootPrimary: String?
    var slots: [[String: Slot]]
  }

  /// RAUC's answer about a file.
  private struct Info: Decodable {
    var compatible: String
    var version: String?
  }

  /// Seconds for a question to a program.
  private static let patience = 60.0
  /// The failure while RAUC installs another update.
  private static let busy = Failure("another update is being installed", remedy: "wait until it ends")

  private let machine: any UpdateMachine

  /// - Throws: `Failure` if this machine does not run the firmware image.
  package init(_ machine: any UpdateMachine = ThisMachine()) throws(Failure) {
    guard machine.hasImage else {
      throw Failure("this machine does not run the firmware image", remedy: "update the package: sudo apt install ./gestureflow_*.deb")
    }
    self.machine = machine
  }

  // MARK: - Slots

  /// Returns the state of both slots.
  /// - Throws: `Failure` if RAUC does not answer.
  package func status() throws(Failure) -> UpdateStatus {
    let (text, end) = ask("rauc", ["status", "--detailed", "--output-format=json"])
    guard end.status == 0, let answer = Self.decode(Slots.self, text) else {
      throw Failure("the update service does not answer (\(Self.reason(end.errors)))", remedy: "restart the box and try again")
    }
    let all = answer.slots.flatMap { $0.map { (name: $0.key, slot: $0.value) } }
    func family(_ name: String) -> [Slots.Slot] { all.filter { $0.name == name || $0.slot.parent == name }.map(\.slot) }
    let starting = all.filter { $0.slot.bootname != nil }.sorted { $0.name < $1.name }
    guard starting.count == 2, let at = starting.firstIndex(where: { family($0.name).contains { $0.state == "booted" } }) else {
      throw Failure("the update service does not know which slot runs", remedy: "restart the box and try again")
    }
    let (running, other) = (starting[at], starting[1 - at])
    let names = [running, other].map { $0.slot.bootname ?? $0.name }
    let next = answer.bootPrimary == other.name ? names[1] : names[0]
    let records = family(other.name).compactMap(\.slotStatus)
    // RAUC has no record of the system that a new card had.
    let version = records.compactMap { $0.bundle?.version }.first ?? machine.goodVersion(names[1])
    let state: UpdateStatus.State =
      // A system without a record was never good, or is older than a reset, which removed the record.
      if version == nil {
        .empty
      } else if other.slot.bootStatus == "bad" || records.contains(where: { ($0.status ?? "ok") != "ok" }) {
        .bad
      } else {
        next == names[1] ? .onTrial : .good
      }
    return UpdateStatus(
      board: answer.compatible,
      running: .init(name: names[0], version: machine.version, state: health(bootStatus: running.slot.bootStatus)),
      other: .init(name: names[1], version: version, state: state), next: next, returned: machine.returned)
  }

  /// Returns the state of the running slot. The health check decides it once after each start.
  private func health(bootStatus: String?) -> UpdateStatus.State {
    switch ask("systemctl", ["is-active", "gestureflow-health.service"]).text.trimmingCharacters(in: .whitespacesAndNewlines) {
    case "active": .good
    case "failed": .bad
    case "activating", "inactive": .onTrial
    default: bootStatus == "bad" ? .onTrial : .good
    }
  }

  /// Makes the other slot the one for the next start.
  /// - Returns: the state after it.
  /// - Throws: `Failure` if that slot cannot start.
  package func rollBack() throws(Failure) -> UpdateStatus {
    let status = try status()
    let (running, other) = (status.running, status.other)
    if other.state == .empty { throw Failure("slot \(other.name) is empty", remedy: "install an update first: gfctl update FILE") }
    if other.state == .bad { throw Failure("slot \(other.name) is bad", remedy: "install an update: gfctl update FILE") }
    if running.state == .onTrial {
      // Its health check would undo this.
      throw Failure("slot \(running.name) is on trial", remedy: "gfctl update restart, and slot \(other.name) starts")
    }
    let end = ask("rauc", ["status", "mark-active", "other"]).end
    guard end.status == 0 else {
      throw Failure("slot \(other.name) cannot be chosen (\(Self.reason(end.errors)))", remedy: "restart the box and try again")
    }
    return try self.status()
  }

  /// Restarts the box.
  /// - Throws: `Failure` if this user may not.
  package func restart() throws(Failure) { try machine.restart() }

  // MARK: - Updates

  /// Checks an update and installs it.
  ///
  /// It records the steps for the box. A rejected file that a person has named changes nothing there: while another
  /// update is being installed, the record is that one's.
  /// - Parameters:
  ///   - file: the file; nil for the only one on the sticks.
  ///   - force: whether it may be older than the running system.
  ///   - begun: receives the checked update before its installation.
  ///   - progress: receives each new percentage, 0...100.
  /// - Returns: the installed update.
  /// - Throws: `Failure`; the running system is as before.
  @discardableResult package func update(
    _ file: String?, force: Bool = false, begun: (Bundle) -> Void = { _ in }, progress: (Int) -> Void = { _ in }
  ) throws(Failure) -> Bundle {
    let pid = Int(getpid())
    var isRecorded = file == nil
    if isRecorded { machine.record(UpdateProgress(.installing, percent: 0, pid: pid)) }
    do throws(Failure) {
      let path: String
      if let file { path = file } else { path = try fromStick() }
      let bundle = try check(path, force: force)
      begun(bundle)
      isRecorded = true
      try install(bundle) { percent in
        machine.record(UpdateProgress(.installing, percent: percent, version: bundle.version, pid: pid))
        progress(percent)
      }
      machine.record(UpdateProgress(.installed, version: bundle.version))
      return bundle
    } catch {
      if isRecorded, file == nil || error != Self.busy { machine.record(UpdateProgress(.failed, failure: error)) }
      throw error
    }
  }

  /// Checks that a file is an update for this box.
  /// - Parameters:
  ///   - path: the file.
  ///   - force: whether it may be older than the running system.
  /// - Throws: `Failure` with the reason and the remedy.
  package func check(_ path: String, force: Bool = false) throws(Failure) -> Bundle {
    let status = try status()
    guard machine.keepsData else {
      // The notes of a trial are on the data partition.
      throw Failure(
        "the card's data cannot be used, so the box could not return from a bad update", remedy: "write the card again with the new image")
    }
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    try Self.checkFile(path)
    let (text, end) = ask("rauc", ["info", "--output-format=json", path])
    guard end.status == 0 else { throw Self.failure(of: path, end.errors) }
    guard let info = Self.decode(Info.self, text) else {
      throw Failure("the description of \(path) cannot be read", remedy: "copy the update again")
    }
    guard info.compatible == status.board else {
      throw Failure("\(path) is for \(info.compatible), this box is \(status.board)", remedy: "take the update for this board")
    }
    if !force, let running = status.running.version {
      guard let version = info.version, !version.isEmpty else {
        throw Failure("\(path) names no version", remedy: "add --force to install it")
      }
      if Self.isOlder(version, than: running) {
        throw Failure("\(path) has version \(version), older than \(running), which runs", remedy: "add --force to install it")
      }
    }
    if status.running.state == .onTrial {
      throw Failure(
        "slot \(status.running.name) is on trial, and an update would replace the system to return to", remedy: "try again in two minutes")
    }
    return Bundle(path: path, board: info.compatible, version: info.version)
  }

  /// Installs a checked update into the other slot. The box plays on.
  /// - Parameter progress: receives each new percentage, 0...100.
  /// - Throws: `Failure`; the running system is as before.
  package func install(_ bundle: Bundle, progress: (Int) -> Void) throws(Failure) {
    var last = -1
    var reason: String?
    let end = machine.run("rauc", ["install", bundle.path], within: nil) { line in
      if line.hasPrefix("LastError: ") {
        reason = String(line.dropFirst(11))
      } else if let percent = Self.percent(line), percent > last {
        last = percent
        progress(percent)
      }
    }
    if end.status != 0 { throw Self.failure(of: bundle.path, reason ?? end.errors) }
  }

  /// Returns the only update on the mounted sticks.
  /// - Throws: `Failure` if no update is there, or several are.
  package func fromStick() throws(Failure) -> String {
    let sticks = machine.sticks
    if sticks.isEmpty { throw Failure("no stick is mounted", remedy: "plug one in") }
    let files = sticks.flatMap { Self.bundles(in: $0) }
    guard let first = files.first else {
      throw Failure(
        "no stick has an update named gestureflow-*.raucb or update-*.raucb",
        remedy: "copy it to the top folder of a stick, not into another folder")
    }
    if files.count > 1 {
      throw Failure(
        "several updates are there: \(files.joined(separator: ", "))", remedy: "keep one of them in, or name one: gfctl update FILE")
    }
    return first
  }

  /// Returns the updates at the top of a folder, sorted.
  private static func bundles(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { UpdateName.version(in: $0) != nil }.sorted().map { "\(folder)/\($0)" }
  }

  /// Compares two versions by their numbers. A version with a suffix (`1.0.0-test`) is older than the one without.
  package static func isOlder(_ one: String, than other: String) -> Bool {
    func parts(_ text: String) -> (numbers: [String], suffix: String) {
      let core = text.prefix { $0 != "-" && $0 != "+" }
      return (core.split(separator: ".", omittingEmptySubsequences: false).map(String.init), String(text.dropFirst(core.count)))
    }
    let (a, b) = (parts(one), parts(other))
    for i in 0..<max(a.numbers.count, b.numbers.count) {
      // Foundation compares numbers of any length.
      let order = (i < a.numbers.count ? a.numbers[i] : "0").compare(i < b.numbers.count ? b.numbers[i] : "0", options: .numeric)
      if order != .orderedSame { return order == .orderedAscending }
    }
    if a.suffix.isEmpty || b.suffix.isEmpty { return !a.suffix.isEmpty && b.suffix.isEmpty }
    return a.suffix.compare(b.suffix, options: .numeric) == .orderedAscending
  }

  // MARK: - Files and programs

  /// Checks what can be seen without RAUC. RAUC's messages do not tell these cases apart.
  private static func checkFile(_ path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { throw Failure("\(path) is missing", remedy: "name the update's file") }
      throw Failure("\(path) cannot be read (\(String(cString: strerror(errno))))", remedy: "check the stick and the access rights")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure("\(path) is not a file", remedy: "name the update's file") }
    guard let handle = FileHandle(forReadingAtPath: path), let head = try? handle.read(upToCount: 48) ?? Data() else {
      throw Failure("\(path) cannot be read", remedy: "check the stick and the access rights")
    }
    // An update is a squashfs file system with a signature behind it.
    guard head.starts(with: Data("hsqs".utf8)) else {
      throw Failure("\(path) is not an update", remedy: "name a file that ends in .raucb, of this box's maker")
    }
    // Bytes 40 to 47 are the file system's size.
    let size = head.dropFirst(40).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if head.count < 48 || UInt64(max(0, status.st_size)) <= size { throw truncated(path) }
  }

  private static func truncated(_ path: String) -> Failure { Failure("\(path) is incomplete", remedy: "copy the update again") }

  /// Returns the failure for RAUC's message about a file.
  private static func failure(of path: String, _ errors: String) -> Failure {
    if errors.contains("Already processing") { return busy }
    if errors.contains("Invalid bundle format") { return truncated(path) }
    if errors.contains("signature verification failed") {
      return errors.contains("not yet valid") || errors.contains("expired")
        ? Failure("the signature of \(path) does not count at the time of this box's clock", remedy: "set the clock and try again")
        : Failure("\(path) is not signed by this box's maker", remedy: "take the update from the maker")
    }
    return Failure(
      "\(path) cannot be installed (\(reason(errors)))",
      remedy: "copy the update again and retry, then with another stick or card; this system stays as it is")
  }

  /// Returns the last line of a program's error output. Lines from its journal do not count.
  private static func reason(_ errors: String) -> String {
    let lines = errors.split(separator: "\n").filter { !$0.hasPrefix("rauc-Message:") && !$0.hasPrefix("(rauc:") }
    return lines.last.map(String.init) ?? "no reason given"
  }

  /// Returns the percentage in a line of `rauc install`. An example is ` 20% Checking bundle`.
  package static func percent(_ line: String) -> Int? {
    guard let sign = line.firstIndex(of: "%"), let number = Int(line[..<sign].trimmingCharacters(in: .whitespaces)),
      (0...100).contains(number), !line.hasSuffix("failed.")
    else { return nil }
    return number
  }

  private func ask(_ program: String, _ arguments: [String]) -> (text: String, end: (status: Int32?, errors: String)) {
    var text = ""
    let end = machine.run(program, arguments, within: Self.patience) { text += $0 + "\n" }
    return (text, end)
  }

  private static func decode<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try? decoder.decode(type, from: Data(text.utf8))
  }
}
