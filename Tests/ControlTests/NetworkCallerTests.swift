import Control
import GestureFlowAPI
import NIOHTTP1
import Supervisor
import Testing

/// The right to send requests from the local network, by their heads.
@Suite struct NetworkCallerTests {
  private static let host = ("Host", "192.168.1.20:8080")
  private static let origin = ("Origin", "http://192.168.1.20:8080")
  private let pairing = Pairing()
  private let here: NetworkAddress
  private let secret: String

  init() throws {
    here = try #require(NetworkAddress("192.168.1.20", port: 8080))
    guard case .paired(let secret) = pairing.guess(pairing.newCode()) else { throw Problem.failed("the code pairs nothing") }
    self.secret = secret
  }

  private func caller(_ method: HTTPMethod, _ headers: [(String, String)]) -> Caller {
    Caller(
      HTTPRequestHead(version: .http1_1, method: method, uri: "/", headers: HTTPHeaders(headers)), at: here, name: "box.local",
      pairing: pairing)
  }

  @Test func `another host gets nothing, and reads the right address`() {
    let own = ("Host", "box.local:8080")
    for headers in [
      [], [("Host", "evil.example:8080")], [("Host", "localhost:8080")], [("Host", "192.168.1.20")], [Self.host, Self.host],
      [Self.host, ("Host", "evil.example")], [own, Self.host],
    ] as [[(String, String)]] {
      let cookie = ("Cookie", "gestureflow=\(secret)")
      guard case .otherNetworkHost(let problem) = caller(.GET, headers + [cookie]) else {
        Issue.record("\(headers)")
        continue
      }
      #expect(problem.status == 421 && problem.detail.contains("http://box.local:8080") && problem.detail.count < 300, "\(problem)")
    }
    #expect(caller(.GET, [("Host", "BOX.local:8080")]) == .unpaired && caller(.GET, [own]) == .unpaired)
  }

  @Test func `the cookie of a paired browser is found among others`() {
    for (cookies, expected) in [
      (["gestureflow=\(secret)"], Caller.paired), (["a=b; gestureflow=\(secret);c=d"], .paired),
      (["a=b", "gestureflow=\(secret)"], .paired),
      ([], .unpaired), (["gestureflow="], .unpaired), (["gestureflow"], .unpaired), (["gestureflow=\(secret.dropLast())"], .unpaired),
      (["Gestureflow=\(secret)"], .unpaired), (["xgestureflow=\(secret)"], .unpaired), (["a=gestureflow=\(secret)"], .unpaired),
    ] as [([String], Caller)] {
      #expect(caller(.GET, [Self.host] + cookies.map { ("Cookie", $0) }) == expected, "\(cookies)")
    }
    pairing.end()
    #expect(caller(.GET, [Self.host, ("Cookie", "gestureflow=\(secret)")]) == .unpaired)
  }

  /// Cookies alone prove nothing about a change: the browser sends them for other pages too.
  @Test(arguments: [HTTPMethod.POST, .PUT, .DELETE, .OPTIONS, .PATCH, .RAW(value: "get")])
  func `a change needs the origin of this page`(method: HTTPMethod) {
    let mine = [Self.host, ("Cookie", "gestureflow=\(secret)")]
    #expect(caller(method, mine + [Self.origin]) == .paired)
    #expect(caller(method, [Self.host, Self.origin]) == .unpaired)
    for origins in [
      [], ["null"], [""], ["http://evil.example"], ["https://192.168.1.20:8080"], ["http://192.168.1.20"], ["http://192.168.1.20:8081"],
      ["http://box.local:8080"], ["http://192.168.1.20:8080/"], ["http://192.168.1.20:8080.evil.example"],
      ["http://192.168.1.20:8080", "http://192.168.1.20:8080"], ["http://evil.example", "http://192.168.1.20:8080"],
    ] {
      #expect(caller(method, mine + origins.map { ("Origin", $0) }) == .foreignPage, "\(method) \(origins)")
    }
    #expect(caller(method, [("Host", "box.local:8080"), ("Origin", "http://box.local:8080")] + mine.dropFirst()) == .paired)
  }

  @Test func `a read needs no origin and takes no foreign one`() {
    let mine = [Self.host, ("Cookie", "gestureflow=\(secret)")]
    for method in [HTTPMethod.GET, .HEAD] {
      #expect(caller(method, mine) == .paired && caller(method, mine + [Self.origin]) == .paired)
      for header in [
        ("Origin", "http://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
      ] {
        #expect(caller(method, mine + [header]) == .foreignPage, "\(header)")
      }
      for site in ["same-origin", "none"] { #expect(caller(method, mine + [("Sec-Fetch-Site", site)]) == .paired) }
    }
  }
}
