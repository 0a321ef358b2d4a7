import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import Testing

/// Tests of firmware updates, with a double that answers like RAUC 1.8.
@Suite struct SystemUpdateTests {
  /// A box with two slots.
  private final class Box: UpdateMachine {
    var hasImage = true
    var keepsData = true
    var version: String? = "0.2.0"
    var goodVersions: [String: String] = [:]
    func goodVersion(_ slot: String) -> String? { goodVersions[slot] }
    var returned: String?
    var sticks: [String] = []
    /// Answer of `systemctl is-active` for the health check.
    var health = "active"
    var primary = "boot.0"
    var bootStatus = (a: "good", b: "good")
    /// RAUC's record of slot B; nil for none.
    var record: (version: String, status: String)? = ("0.1.0", "ok")
    /// Whether slot B runs.
    var runsB = false
    /// Answers of `rauc info` and `rauc install`: exit status, lines, standard error.
    var info: (status: Int32?, lines: [String], errors: String) = (
      0, [#"{"compatible":"gestureflow-amd64","version":"0.3.0","description":null,"images":[]}"#], "rauc-Message: Reading bundle\n"
    )
    var install: (status: Int32?, lines: [String], errors: String) = (0, [], "")
    /// Standard error of a RAUC whose service does not answer.
    var silence: String?
    private let recorded = Mutex<[UpdateProgress]>([])
    /// Steps for the box.
    var records: [UpdateProgress] { recorded.withLock { $0 } }
    func record(_ progress: UpdateProgress) { recorded.withLock { $0.append(progress) } }
    private let list = Mutex<[String]>([])
    /// Commands that change something.
    var orders: [String] { list.withLock { $0 } }

    func run(
      _ program: String, _ arguments: [String], within seconds: Double?, line: (String) -> Void
    ) -> (status: Int32?, errors: String) {
      switch (program, arguments.first, arguments.dropFirst().first) {
      case ("systemctl", "is-active", "gestureflow-health.service"):
        line(health)
        return (health == "active" ? 0 : 3, "")
      case ("rauc", "status", "mark-active"):
        list.withLock { $0.append(arguments.joined(separator: " ")) }
        primary = runsB ? "boot.0" : "boot.1"
        return (0, "")
      case ("rauc", "status", _):
        if let silence { return (1, silence) }
        line(slots)
        return (0, "")
      case ("rauc", "info", _):
        for text in info.lines { line(text) }
        return (info.status, info.errors)
      case ("rauc", "install", _):
        list.withLock { $0.append("install \(seconds == nil ? "without limit" : "with a limit")") }
        for text in install.lines { line(text) }
        return (install.status, install.errors)
      default:
        Issue.record("\(program) \(arguments) is unknown")
        return (nil, "")
      }
    }

    func restart() throws(Failure) { list.withLock { $0.append("restart") } }

    private var slots: String {
      let empty = #""slot_status":{"bundle":{"compatible":null}}"#
      let b = record.map {
        #""slot_status":{"bundle":{"compatible":"gestureflow-amd64","version":"\#($0.version)"},"status":"\#($0.status)"}"#
      }
      func slot(_ name: String, _ boot: String?, _ parent: String?, _ state: String, _ status: String?, _ more: String) -> String {
        func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
        return
          #"{"\#(name)":{"class":"x","device":"/dev/gf/x","type":"raw","bootname":\#(quoted(boot)),"state":"\#(state)","parent":\#(quoted(parent)),"mountpoint":null,"boot_status":\#(quoted(status)),\#(more)}}"#
      }
      let all = [
        slot("rootfs.1", nil, "boot.1", runsB ? "active" : "inactive", nil, b ?? empty),
        slot("boot.0", "A", nil, runsB ? "inactive" : "booted", bootStatus.a, empty),
        slot("rootfs.0", nil, "boot.0", runsB ? "inactive" : "active", nil, empty),
        slot("boot.1", "B", nil, runsB ? "booted" : "inactive", bootStatus.b, b ?? empty),
      ]
      return
        #"{"compatible":"gestureflow-amd64","variant":"","booted":"A","boot_primary":"\#(primary)","slots":[\#(all.joined(separator: ","))]}"#
    }
  }

  private static func status(_ change: (Box) -> Void) throws -> UpdateStatus {
    let box = Box()
    change(box)
    return try SystemUpdate(box).status()
  }

  /// The beginning of an update: a squashfs file system of 4096 bytes, and a signature behind it.
  private static let bytes: Data = {
    var bytes = Data("hsqs".utf8) + Data(count: 4500)
    bytes[41] = 0x10
    return bytes
  }()

  /// Calls `body` with the path of a new file.
  private static func file(_ data: Data = bytes, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("update-\(UUID()).raucb")
    defer { try? FileManager.default.removeItem(at: file) }
    try data.write(to: file)
    try body(file.path)
  }

  /// Returns the message of a refused update, without the file's path.
  private static func refusal(_ data: Data = bytes, force: Bool = false, _ change: (Box) -> Void = { _ in }) throws -> String? {
    let box = Box()
    change(box)
    var message: String?
    try file(data) { path in
      let failure = #expect(throws: Failure.self) { try SystemUpdate(box).check(path, force: force) }
      message = failure?.description.replacingOccurrences(of: path, with: "FILE")
    }
    #expect(box.orders.isEmpty)
    return message
  }

  // MARK: - Slots

  @Test func `a machine without the image is updated by its package`() {
    let box = Box()
    box.hasImage = false
    let failure = #expect(throws: Failure.self) { try SystemUpdate(box) }
    #expect(
      failure?.description == "this machine does not run the firmware image: update the package: sudo apt install ./gestureflow_*.deb")
  }

  @Test func `both slots are shown with version and state`() throws {
    let status = try Self.status { _ in }
    #expect(
      status
        == UpdateStatus(
          board: "gestureflow-amd64", running: .init(name: "A", version: "0.2.0", state: .good),
          other: .init(name: "B", version: "0.1.0", state: .good), next: "A"))
    #expect(
      status.lines == [
        "running     slot A, version 0.2.0, good", "other       slot B, version 0.1.0, good", "next start  slot A",
        "board       gestureflow-amd64",
      ])
    let turned = try Self.status { ($0.runsB, $0.primary) = (true, "boot.1") }
    #expect(turned.running.name == "B" && turned.other == .init(name: "A", version: nil, state: .empty) && turned.next == "B")
    #expect(turned.lines[1] == "other       slot A, empty", "after a reset")
    let known = try Self.status { ($0.runsB, $0.primary, $0.goodVersions) = (true, "boot.1", ["A": "0.1.9", "B": "9"]) }
    #expect(known.lines[1] == "other       slot A, version 0.1.9, good")
    let recorded = try Self.status { $0.goodVersions = ["B": "9"] }
    #expect(recorded.other.version == "0.1.0", "an update that has not started yet is newer")
  }

  @Test func `a new card has an empty slot`() throws {
    // The Pi's bootloader calls it good, GRUB calls it bad.
    for word in ["good", "bad"] {
      let status = try Self.status { ($0.record, $0.bootStatus.b) = (nil, word) }
      #expect(status.other == .init(name: "B", version: nil, state: .empty))
      #expect(status.lines[1] == "other       slot B, empty")
    }
  }

  @Test(arguments: [("active", UpdateStatus.State.good), ("activating", .onTrial), ("inactive", .onTrial), ("failed", .bad)])
  func `the health check decides about the running slot`(health: String, state: UpdateStatus.State) throws {
    #expect(try Self.status { $0.health = health }.running.state == state)
  }

  @Test func `without a health check the bootloader decides`() throws {
    #expect(try Self.status { ($0.health, $0.bootStatus.a) = ("", "bad") }.running.state == .onTrial)
    #expect(try Self.status { $0.health = "unknown" }.running.state == .good)
  }

  @Test func `the other slot is bad, on trial or half written`() throws {
    #expect(try Self.status { $0.bootStatus.b = "bad" }.other.state == .bad)
    #expect(try Self.status { $0.record = ("0.3.0", "failed") }.other.state == .bad)
    let next = try Self.status { $0.primary = "boot.1" }
    #expect(next.other.state == .onTrial && next.next == "B")
  }

  @Test func `a service that does not answer is named with its reason`() {
    let failure = #expect(throws: Failure.self) {
      try Self.status { $0.silence = "rauc-Message: x\n(rauc:1): rauc-WARNING **: y\nError creating proxy\n" }
    }
    #expect(failure?.description == "the update service does not answer (Error creating proxy): restart the box and try again")
  }

  @Test func `the status is JSON with stable names`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(try Self.status { ($0.record, $0.health) = (nil, "activating") }), as: UTF8.self)
    #expect(
      text
        == #"{"board":"gestureflow-amd64","next":"A","other":{"name":"B","state":"empty"},"running":{"name":"A","state":"onTrial","version":"0.2.0"}}"#
    )
  }

  // MARK: - Rollback

  @Test func `rollback makes the other slot the next one`() throws {
    let box = Box()
    let status = try SystemUpdate(box).rollBack()
    #expect(status.next == "B" && status.other.state == .onTrial)
    #expect(box.orders == ["status mark-active other"])
  }

  @Test func `rollback is refused when the other slot cannot start or this one is on trial`() throws {
    let cases: [((Box) -> Void, String)] = [
      ({ $0.record = nil }, "slot B is empty: install an update first: gfctl update FILE"),
      ({ $0.bootStatus.b = "bad" }, "slot B is bad: install an update: gfctl update FILE"),
      ({ $0.health = "activating" }, "slot A is on trial: gfctl update restart, and slot B starts"),
    ]
    for (change, message) in cases {
      let box = Box()
      change(box)
      let failure = #expect(throws: Failure.self) { try SystemUpdate(box).rollBack() }
      #expect(failure?.description == message)
      #expect(box.orders.isEmpty)
    }
  }

  @Test func `the status says why the box left an update`() throws {
    let status = try Self.status { $0.returned = "slot B: the daemon does not answer" }
    #expect(status.lines.last == "returned    slot B: the daemon does not answer")
    #expect(try Self.status { _ in }.lines.count == 4)
  }

  @Test func `a restart is asked of the machine`() throws {
    let box = Box()
    try SystemUpdate(box).restart()
    #expect(box.orders == ["restart"])
  }

  // MARK: - Check

  @Test func `an update for this box is accepted`() throws {
    try Self.file { path in
      let bundle = try SystemUpdate(Box()).check(path)
      #expect(bundle.path == path && bundle.board == "gestureflow-amd64" && bundle.version == "0.3.0")
    }
  }

  @Test func `a path that is not a file is refused`() {
    for (path, message) in [
      ("/nowhere/a.raucb", "/nowhere/a.raucb is missing: name the update's file"),
      ("/dev/null", "/dev/null is not a file: name the update's file"),
      ("/dev/null/a", "/dev/null/a cannot be read (Not a directory): check the stick and the access rights"),
    ] {
      let failure = #expect(throws: Failure.self) { try SystemUpdate(Box()).check(path) }
      #expect(failure?.description == message)
    }
  }

  @Test func `a file that is not an update, or only a part of one, is refused`() throws {
    for data in [Data(), Data("PK".utf8), Data(count: 5000)] {
      #expect(try Self.refusal(data) == "FILE is not an update: name a file that ends in .raucb, of this box's maker")
    }
    for length in [4, 47, 48, 4096] {
      #expect(try Self.refusal(Self.bytes.prefix(length)) == "FILE is incomplete: copy the update again", "\(length)")
    }
    var huge = Self.bytes
    huge.replaceSubrange(40..<48, with: [UInt8](repeating: 0xFF, count: 8))
    #expect(try Self.refusal(huge) == "FILE is incomplete: copy the update again")
  }

  @Test func `RAUC's reasons get a remedy`() throws {
    let cases = [
      ("Invalid bundle format: Signature size is 0", "FILE is incomplete: copy the update again"),
      (
        "signature verification failed: Verify error: unable to get local issuer certificate",
        "FILE is not signed by this box's maker: take the update from the maker"
      ),
      (
        "signature verification failed: Verify error: certificate is not yet valid",
        "the signature of FILE does not count at the time of this box's clock: set the clock and try again"
      ),
      (
        "x\nInput/output error\n",
        "FILE cannot be installed (Input/output error): copy the update again and retry, then with another stick or card; this system stays as it is"
      ),
      (
        "",
        "FILE cannot be installed (no reason given): copy the update again and retry, then with another stick or card; this system stays as it is"
      ),
    ]
    for (errors, message) in cases { #expect(try Self.refusal { $0.info = (1, [], "rauc-Message: a\n" + errors) } == message) }
    #expect(try Self.refusal { $0.info = (0, ["{"], "") } == "the description of FILE cannot be read: copy the update again")
  }

  @Test func `an update for another board is refused, with force too`() throws {
    for force in [false, true] {
      let message = try Self.refusal(force: force) { $0.info.lines = [#"{"compatible":"gestureflow-arm64","version":"0.3.0"}"#] }
      #expect(message == "FILE is for gestureflow-arm64, this box is gestureflow-amd64: take the update for this board")
    }
  }

  @Test func `an older version needs force`() throws {
    func answer(_ version: String) -> [String] { [#"{"compatible":"gestureflow-amd64","version":\#(version)}"#] }
    #expect(
      try Self.refusal { $0.info.lines = answer(#""0.1.9""#) }
        == "FILE has version 0.1.9, older than 0.2.0, which runs: add --force to install it")
    #expect(try Self.refusal { $0.info.lines = answer("null") } == "FILE names no version: add --force to install it")
    for (version, force) in [(#""0.1.9""#, true), ("null", true), (#""0.2.0""#, false)] {
      let box = Box()
      box.info.lines = answer(version)
      try Self.file { path in
        let bundle = try SystemUpdate(box).check(path, force: force)
        #expect(bundle.path == path)
      }
    }
  }

  @Test func `no update is installed while this system is on trial`() throws {
    let message = try Self.refusal { $0.health = "activating" }
    #expect(message == "slot A is on trial, and an update would replace the system to return to: try again in two minutes")
  }

  @Test func `a box without its data partition installs nothing`() throws {
    let message = try Self.refusal(force: true) { $0.keepsData = false }
    #expect(
      message == "the card's data cannot be used, so the box could not return from a bad update: write the card again with the new image")
  }

  @Test func `versions are compared by their numbers`() {
    for (old, new) in [
      ("0.1.0", "0.1.1"), ("0.9", "0.10"), ("1", "1.0.1"), ("2", "10"), ("1.0.0-test", "1.0.0"), ("1.0-rc2", "1.0-rc10"),
      ("99999999999999999998", "99999999999999999999"), ("", "1"),
    ] {
      #expect(SystemUpdate.isOlder(old, than: new) && !SystemUpdate.isOlder(new, than: old), "\(old) \(new)")
    }
    for (one, same) in [("1.0", "1"), ("1.0.0", "1.0.0"), ("01.2", "1.2")] {
      #expect(!SystemUpdate.isOlder(one, than: same) && !SystemUpdate.isOlder(same, than: one), "\(one) \(same)")
    }
  }

  // MARK: - Install

  private static func install(_ box: Box) throws -> [Int] {
    var progress: [Int] = []
    try file { path in
      let update = try SystemUpdate(box)
      try update.install(try update.check(path)) { progress.append($0) }
    }
    return progress
  }

  @Test func `progress rises to 100`() throws {
    let box = Box()
    box.install.lines = [
      "installing", "  0% Installing", "  0% Determining slot states", " 20% Determining slot states done.", " 20% Checking bundle",
      " 99% Updating slots", "100% Installing done.", "idle", "Installing `/x` succeeded",
    ]
    #expect(try Self.install(box) == [0, 20, 99, 100])
    #expect(box.orders == ["install without limit"])
  }

  @Test func `an installation that fails never shows 100 and names the reason`() throws {
    for (lines, errors, said) in [
      (["  0% Installing", "100% Installing failed.", "LastError: Failed mounting bundle: x", "idle"], "", "(Failed mounting bundle: x)"),
      (["LastError: signature verification failed: Verify error: y"], "", "is not signed"),
      ([], "Failed GDBus.Error: Already processing a different method\nD-Bus error", "another update is being installed: "),
    ] {
      let box = Box()
      box.install = (1, lines, errors)
      var progress: [Int] = []
      try Self.file { path in
        let update = try SystemUpdate(box)
        let bundle = try update.check(path)
        let failure = #expect(throws: Failure.self) { try update.install(bundle) { progress.append($0) } }
        #expect(failure?.description.contains(said) == true, "\(String(describing: failure))")
      }
      #expect(!progress.contains(100))
    }
  }

  @Test func `the box is told each step of an update`() throws {
    let box = Box()
    box.install.lines = [" 20% Checking bundle", "100% Installing done."]
    var shown: [Int] = []
    try Self.file { path in
      let update = try SystemUpdate(box)
      let bundle = try update.update(path, progress: { shown.append($0) })
      #expect(bundle.version == "0.3.0")
    }
    let pid = Int(getpid())
    #expect(shown == [20, 100])
    #expect(
      box.records == [
        UpdateProgress(.installing, percent: 20, version: "0.3.0", pid: pid),
        UpdateProgress(.installing, percent: 100, version: "0.3.0", pid: pid), UpdateProgress(.installed, version: "0.3.0"),
      ])
  }

  @Test func `the box is told why an update of a stick was rejected, and nothing of a file that a person names`() throws {
    let box = Box()
    let failure = #expect(throws: Failure.self) { try SystemUpdate(box).update(nil) }
    #expect(failure == Failure("no stick is mounted", remedy: "plug one in"))
    #expect(
      box.records == [UpdateProgress(.installing, percent: 0, pid: Int(getpid())), UpdateProgress(.failed, failure: failure)])

    let other = Box()
    #expect(throws: Failure.self) { try SystemUpdate(other).update("/nowhere/a.raucb") }
    #expect(other.records.isEmpty)

    // The other slot is lost.
    other.install = (1, ["LastError: Failed mounting bundle: x"], "")
    try Self.file { path in
      #expect(throws: Failure.self) { try SystemUpdate(other).update(path) }
    }
    #expect(other.records.last?.step == .failed && other.records.last?.reason?.contains("Failed mounting bundle") == true)
  }

  @Test func `an update beside another one leaves the record to that one`() throws {
    let box = Box()
    box.install = (1, [], "Failed GDBus.Error: Already processing a different method")
    try Self.file { path in
      let failure = #expect(throws: Failure.self) { try SystemUpdate(box).update(path) }
      #expect(failure?.reason == "another update is being installed")
      #expect(box.records.isEmpty)
      // A held PLAY waits for its end.
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stick-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: path, toPath: folder.path + "/update-0.3.0.raucb")
      box.sticks = [folder.path]
      #expect(throws: Failure.self) { try SystemUpdate(box).update(nil) }
      #expect(box.records.map(\.step) == [.installing, .failed])
    }
  }

  @Test func `only lines with a percentage are progress`() {
    #expect(SystemUpdate.percent(" 20% Checking bundle") == 20 && SystemUpdate.percent("100% done.") == 100)
    for line in ["", "%", "installing", "x% y", "101% y", "-1% y", "99999999999999999999% y", " 40% Verifying signature failed."] {
      #expect(SystemUpdate.percent(line) == nil, "\(line)")
    }
  }

  // MARK: - Sticks

  @Test func `the mounted sticks are found`() {
    let mounts = """
      22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
      30 22 8:17 / /run/media/gestureflow/MY\\040MUSIC ro,nosuid - vfat /dev/sdb1 ro
      31 22 8:33 / /media/cdrom ro - iso9660 /dev/sr0 ro
      32 22 8:49 / /mediathek ro - ext4 /dev/sdc1 ro
      short line

      """
    #expect(ThisMachine.sticks(in: mounts) == ["/run/media/gestureflow/MY MUSIC", "/media/cdrom"])
  }

  @Test func `one update on the sticks is taken, none and several are refused`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sticks-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let sticks = ["one", "two"].map { folder.appendingPathComponent($0) }
    let box = Box()
    let update = try SystemUpdate(box)
    #expect(#expect(throws: Failure.self) { try update.fromStick() }?.description == "no stick is mounted: plug one in")
    for stick in sticks {
      try FileManager.default.createDirectory(at: stick.appendingPathComponent("deep"), withIntermediateDirectories: true)
    }
    box.sticks = sticks.map(\.path)
    func add(_ name: String) throws -> String {
      let file = folder.appendingPathComponent(name)
      try Self.bytes.write(to: file)
      return file.path
    }
    for name in ["one/deep/gestureflow-1.raucb", "one/._gestureflow-1.raucb", "one/gestureflow-1.txt", "two/updates-1.raucb"] {
      _ = try add(name)
    }
    #expect(
      #expect(throws: Failure.self) { try update.fromStick() }?.description
        == "no stick has an update named gestureflow-*.raucb or update-*.raucb: copy it to the top folder of a stick, not into another folder"
    )
    let first = try add("two/gestureflow-0.3.0.raucb")
    #expect(try update.fromStick() == first)
    let second = try add("one/update-0.4.0-arm64.raucb")
    #expect(
      #expect(throws: Failure.self) { try update.fromStick() }?.description
        == "several updates are there: \(second), \(first): keep one of them in, or name one: gfctl update FILE")
  }

  // MARK: - Command line

  @Test(arguments: [
    ["update", "a.raucb"], ["update", "--from-stick"], ["update", "--force", "a.raucb"], ["update", "a.raucb", "--json"],
    ["update", "status"], ["update", "status", "--json"], ["update", "rollback", "--json"], ["update", "restart"],
  ])
  func `command lines are read`(words: [String]) throws { _ = try GFCtl.parseAsRoot(words) }

  @Test(arguments: [["update"], ["update", "a", "b"], ["update", "--from-stick", "a"], ["update", "status", "a"]])
  func `wrong command lines are refused`(words: [String]) {
    #expect(throws: (any Error).self) { _ = try GFCtl.parseAsRoot(words) }
  }
}
