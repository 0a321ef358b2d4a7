import Bluetooth
import GestureFlowAPI
import Testing

/// Tests of MIDI over Bluetooth, on a real bus with BlueZ's double.
@Suite(.enabled(if: PrivateBus.isThere, "Debian's package dbus-daemon is not installed: BlueZ's double has no bus"))
struct BlueZTests {
  /// Returns the message of a failure; nil without one.
  private func complaint(_ what: () throws(Problem) -> Void) -> String? {
    do throws(Problem) { try what() } catch { return error.detail }
    return nil
  }

  @Test func `a scan finds the MIDI devices and no others`() throws {
    let bench = try BlueZBench()
    let found = try bench.bluez.scan(seconds: 0)
    #expect(found.map(\.address) == [BlueZBench.keys, BlueZBench.pads, BlueZBench.known], "the strongest first")
    #expect(found.map(\.name) == ["Keys [31m", "Pads", "Known"], "names cannot paint the terminal")
    #expect(found.allSatisfy { $0.isMIDI && !$0.isPaired && !$0.isConnected && ($0.signal ?? 0) < -40 })
    #expect(bench.calls("StartDiscovery") == 1 && bench.calls("StopDiscovery") == 1)
    #expect(bench.calls("Powered") == 0, "an adapter that is on is left alone")
    #expect(found[1].line == "AA:00:00:00:00:02  new        -42 dBm  Pads")
  }

  @Test func `devices that are known need no search`() throws {
    let bench = try BlueZBench(isPowered: false)
    #expect(try bench.bluez.known().map(\.address) == [BlueZBench.known])
    #expect(bench.calls("StartDiscovery") == 0 && bench.calls("Powered") == 0)
  }

  @Test func `an adapter that is off is switched on`() throws {
    let bench = try BlueZBench(isPowered: false)
    let found = try bench.bluez.scan(seconds: 0)
    #expect(found.count == 3 && bench.calls("Powered") == 1)
  }

  @Test(arguments: ["RequestAuthorization", "RequestConfirmation"])
  func `a device is paired trusted and connected`(asks: String) throws {
    let bench = try BlueZBench(asks: asks)
    let device = try bench.bluez.connect("pads", seconds: 60)
    #expect(device.address == BlueZBench.pads && device.isPaired && device.isConnected)
    let state = try #require(bench.state(BlueZBench.pads))
    #expect(state == (true, true, true))
    #expect(bench.calls("RegisterAgent") == 1 && bench.calls("StopDiscovery") == 1)
    let others = try #require(bench.state(BlueZBench.keys))
    #expect(others == (false, false, false))
    // Again: it is known now, so the code neither searches for it nor pairs it.
    _ = try bench.bluez.connect(BlueZBench.pads.lowercased(), seconds: 60)
    #expect(bench.calls("Pair") == 1 && bench.calls("StartDiscovery") == 1 && bench.calls("Connect") == 2)
  }

  @Test func `a known device is not looked for`() throws {
    let bench = try BlueZBench()
    let device = try bench.bluez.connect("Known", seconds: 60)
    #expect(device.address == BlueZBench.known && bench.calls("StartDiscovery") == 0)
  }

  /// The agent answers for one device only.
  @Test func `another request during a pairing is rejected`() throws {
    let bench = try BlueZBench(asks: "other")
    let said = complaint { () throws(Problem) in _ = try bench.bluez.connect("Pads", seconds: 60) }
    #expect(said?.contains("does not pair: make it ready for pairing") == true, "\(said ?? "nothing")")
    let state = try #require(bench.state(BlueZBench.pads))
    #expect(state == (false, false, false))
  }

  @Test func `a missing device is named and the search ends`() throws {
    let bench = try BlueZBench()
    for name in ["Piano", "Speaker", BlueZBench.speaker] {
      let said = complaint { () throws(Problem) in _ = try bench.bluez.connect(name, seconds: 0) }
      #expect(said?.hasPrefix("no MIDI device '\(name)' was found: switch it on") == true, "\(said ?? "nothing")")
    }
    #expect(bench.calls("StartDiscovery") == 3 && bench.calls("StopDiscovery") == 3)
  }

  @Test func `a forgotten device is gone`() throws {
    let bench = try BlueZBench()
    _ = try bench.bluez.connect("Keys [31m", seconds: 60)
    let device = try bench.bluez.forget(BlueZBench.keys)
    #expect(device.address == BlueZBench.keys && bench.state(BlueZBench.keys) == nil)
    let said = complaint { () throws(Problem) in _ = try bench.bluez.forget(BlueZBench.keys) }
    #expect(said?.contains("BlueZ knows no device '\(BlueZBench.keys)'") == true)
  }

  @Test(arguments: [
    ("StartDiscovery", "org.bluez.Error.NotReady", "rfkill unblock bluetooth"),
    ("StartDiscovery", "org.bluez.Error.InProgress", "wait a moment"),
    ("Pair", "org.bluez.Error.AuthenticationFailed", "ready for pairing"),
    ("Pair", "org.bluez.Error.ConnectionAttemptFailed", "ready for pairing"),
    ("Connect", "org.bluez.Error.DoesNotExist", "not there any more"),
    ("Connect", "org.bluez.Error.Failed", "BlueZ rejected a request (Connect: as the test wants it)"),
    ("RegisterAgent", "org.freedesktop.DBus.Error.AccessDenied", "add the user to the group bluetooth"),
  ])
  func `each error is said with its remedy`(method: String, error: String, words: String) throws {
    let bench = try BlueZBench()
    bench.fail(method, error)
    let said = complaint { () throws(Problem) in _ = try bench.bluez.connect("Pads", seconds: 60) }
    #expect(said?.contains(words) == true, "\(said ?? "nothing")")
    bench.fail(method, nil)
    #expect(complaint { () throws(Problem) in _ = try bench.bluez.connect("Pads", seconds: 60) } == nil, "and afterwards it works")
  }

  @Test func `a machine without an adapter is said`() throws {
    let bench = try BlueZBench(hasAdapter: false)
    let said = complaint { () throws(Problem) in _ = try bench.bluez.scan(seconds: 0) }
    #expect(said == "this machine has no Bluetooth adapter: plug one in, or use a Pi that has one")
  }

  @Test func `a missing BlueZ is reported with its remedy`() throws {
    let bus = try PrivateBus()
    let bluez = try BlueZ(address: bus.address)
    let said = complaint { () throws(Problem) in _ = try bluez.scan(seconds: 0) }
    #expect(said?.contains("BlueZ is not installed") == true && said?.contains("apt-get install bluez") == true, "\(said ?? "nothing")")
  }

  @Test func `a missing right to ask BlueZ is reported`() throws {
    let bench = try BlueZBench(mayAsk: false)
    let said = complaint { () throws(Problem) in _ = try bench.bluez.scan(seconds: 0) }
    #expect(said == "BlueZ rejects commands of this user: use sudo, or add the user to the group bluetooth", "\(said ?? "nothing")")
  }

  @Test func `without a bus that is said`() throws {
    let said = complaint { () throws(Problem) in _ = try BlueZ(address: "unix:path=/tmp/gf-no-such-bus") }
    #expect(said?.hasPrefix("there is no system bus to reach BlueZ by (No such file or directory)") == true, "\(said ?? "nothing")")
  }
}
