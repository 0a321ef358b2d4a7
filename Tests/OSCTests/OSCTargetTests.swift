import GestureFlowAPI
import OSC
import Testing

/// Tests of the OSC targets that the configuration may contain.
@Suite struct OSCTargetTests {
  @Test(arguments: [
    ("studio.local:9000", "studio.local", 9000), ("192.168.1.20:1", "192.168.1.20", 1), ("[fd00::2]:65535", "fd00::2", 65535),
    ("[fe80::1%wlan0]:9000", "fe80::1%wlan0", 9000), ("box_2:57120", "box_2", 57120),
  ])
  func `a host and a port are a target`(text: String, host: String, port: Int) throws {
    let target = try OSCTarget(text)
    #expect(target.host == host && target.port == port)
    #expect(target.description == text)
  }

  @Test(arguments: [
    ("", "no port"), ("studio", "no port"), (":9000", "no host"), ("studio:", "1 to 65535"), ("studio:0", "1 to 65535"),
    ("studio:65536", "1 to 65535"), ("studio:-1", "1 to 65535"), ("studio:+9000", "1 to 65535"),
    ("studio:99999999999999999999", "1 to 65535"),
    ("osc.udp://studio:9000", "without a path"), ("studio:9000/a", "without a path"), ("fd00::2:9000", "in brackets"),
    ("[studio]:9000", "IPv6"), ("[]:9000", "IPv6"), ("my studio:9000", "not a host name"), ("stüdio:9000", "not a host name"),
    ("-studio:9000", "not a host name"), (".:9000", "not a host name"), ("\(String(repeating: "a", count: 254)):9000", "not a host name"),
  ])
  func `an invalid target is rejected with the reason`(text: String, why: String) {
    do throws(Problem) {
      let target = try OSCTarget(text)
      Issue.record("\(text) is taken as \(target)")
    } catch {
      #expect(error.detail.contains(why), "\(error.detail)")
      #expect(error.field == "osc.target")
    }
  }
}
