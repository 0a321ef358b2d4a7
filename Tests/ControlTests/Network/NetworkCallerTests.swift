import Control
import GestureFlowAPI
import NIOHTTP1
import Settings
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
      guard case .otherHost(let problem) = caller(.GET, headers + [cookie]) else {
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

  private func words(_ text: String) -> Set<String> { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }

  /// A new command is in neither list, so this fails until one is chosen for it.
  @Test func `each command is either for paired browsers or for the box alone`() {
    let atBox = words("shutdown reload import pairingCode licenseInstall licenseRemove test midiConnect midiDisconnect")
    let everywhere = words(
      """
      play pause toggle next prev nextFolder prevFolder seek select shuffle repeat queue queueRemove queueClear sceneSave
      sceneLoad sceneClear mode nextMode tier toggleTier volume speed pitch filter autopause hands toggleHands swapHands
      home output scale key range waveform effect sound bend legato loop tempo channel mute solo stemVolume stemPitch
      stream rescan panic midiLearn midiForget midiLearnCancel captureStart captureStop captureRemove
      """)
    #expect(atBox.isDisjoint(with: everywhere) && atBox.union(everywhere) == Set(Command.Name.allCases.map(\.rawValue)))
    for name in Command.Name.allCases {
      do throws(Problem) {
        try Caller.ours.check(name)
        try Caller.paired.check(name)
        #expect(everywhere.contains(name.rawValue), "\(name)")
      } catch { #expect(atBox.contains(name.rawValue) && error == .notFromNetwork(name.rawValue), "\(name)") }
    }
  }

  /// As for the commands.
  @Test func `each key is either for paired browsers or for the box alone`() {
    let atBox = words(
      """
      camera.source sound.card midi.connect osc.target page.network page.port stream.bus stream.pipes tempo.source
      touch.device library.mount-root library.folders
      panel.enabled panel.debounce panel.button-mode panel.button-tier panel.button-prev panel.button-next
      panel.button-play panel.led-player panel.led-stems panel.led-instrument panel.led-stream panel.led-tier
      panel.led-hands panel.led-status panel.led-track panel.double-mode panel.double-tier panel.double-prev
      panel.double-next panel.double-play
      """)
    let everywhere = words(
      """
      camera.width camera.height camera.rate camera.exposure camera.mirror camera.field-of-view tracker.model tracker.hands
      gestures.filter gestures.hands gestures.reach gestures.theremin-snap gestures.pinch gestures.pinch-distance
      gestures.speed-detent gestures.pitch-detent gestures.detent-leave gestures.volume-per-size gestures.cents-per-degree
      gestures.select-seconds gestures.hold gestures.peace gestures.thumbs-up gestures.fist gestures.ok gestures.pointing
      player.auto-pause player.start-volume player.loudness player.cross-fade player.remember
      sound.tick sound.boot-tones sound.tone-volume voice.enabled voice.volume voice.language
      instrument.scale instrument.key instrument.range instrument.articulation instrument.bend instrument.output
      instrument.sound midi.channel midi.per-source midi.mpe midi.clock-out library.import
      """)
    #expect(atBox.isDisjoint(with: everywhere) && atBox.union(everywhere) == Set(ConfigKeys.all.map(\.name)))
    for name in ConfigKeys.all.map(\.name) {
      let changes = [ConfigChange(key: name, value: "1"), ConfigChange(key: name, value: nil)]
      for change in changes {
        do throws(Problem) {
          try Caller.ours.check(change)
          try Caller.paired.check(change)
          #expect(everywhere.contains(name), "\(name)")
        } catch { #expect(atBox.contains(name) && error == .notFromNetwork(name), "\(name)") }
      }
    }
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
