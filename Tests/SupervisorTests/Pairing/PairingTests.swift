import Foundation
import GestureFlowAPI
import Realtime
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Codes of browsers on the network: guesses, delays, and paired browsers.
@Suite struct PairingTests {
  /// A pairing whose clock the test sets.
  private final class Bench: Sendable {
    private let seconds = Mutex(1000.0)
    var now: Double { seconds.withLock { $0 } }
    func pass(_ time: Double) { seconds.withLock { $0 += time } }
    func pairing() -> Pairing { Pairing { [self] in now } }
  }

  /// Returns another code.
  private func wrong(_ code: String, _ step: Int = 1) -> String {
    let number = ((Int(code) ?? 0) + step) % 1_000_000
    return String(String(1_000_000 + number).dropFirst())
  }

  private func secret(_ answer: Pairing.Answer) -> String? { if case .paired(let secret) = answer { secret } else { nil } }

  @Test func `a code has six digits, also with zeros in front`() {
    let pairing = Pairing()
    let codes = (0..<2000).map { _ in pairing.newCode() }
    #expect(codes.allSatisfy { $0.utf8.count == 6 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    #expect(codes.contains { $0.hasPrefix("0") } && Set(codes).count > 1900)
  }

  @Test func `a code pairs one browser, and a new code replaces it`() throws {
    let pairing = Bench().pairing()
    #expect(pairing.guess("000000") == .noCode)
    let old = pairing.newCode()
    var code = pairing.newCode()
    while code == old { code = pairing.newCode() }
    let cookie = try #require(secret(pairing.guess(code)))
    #expect(cookie.count == 32 && cookie.allSatisfy(\.isHexDigit) && pairing.isPaired(cookie))
    for other in ["", String(cookie.dropLast()), cookie + "0"] { #expect(!pairing.isPaired(other), "\(other)") }
    for guess in [code, old] { #expect(pairing.guess(guess) == .noCode) }
  }

  @Test func `a code ends after five minutes`() {
    let bench = Bench()
    let pairing = bench.pairing()
    for (time, isValid) in [(299.5, true), (300, false)] {
      let code = pairing.newCode()
      bench.pass(time)
      #expect((secret(pairing.guess(code)) != nil) == isValid, "\(time)")
    }
  }

  /// The delays are 1, 2, 4 and 8 s. Until a delay is over even the right code is not compared.
  @Test func `wrong guesses are delayed, and the fifth ends the code`() {
    let bench = Bench()
    let pairing = bench.pairing()
    let code = pairing.newCode()
    for (number, delay) in [1.0, 2, 4, 8].enumerated() {
      #expect(pairing.guess(wrong(code, number + 1)) == .wrong(left: 4 - number))
      #expect(pairing.guess(code) == .early(seconds: Int(delay)))
      bench.pass(delay - 0.25)
      #expect(pairing.guess(code) == .early(seconds: 1))
      bench.pass(0.25)
    }
    #expect(pairing.guess("") == .wrong(left: 0))
    bench.pass(60)
    #expect(pairing.guess(code) == .noCode)
    let next = pairing.newCode()
    #expect(secret(pairing.guess(next)) != nil, "a new code has no delay")
  }

  @Test(arguments: [0.0, 0.02, 1, 9, 400]) func `ten thousand guesses compare five at most`(pause: Double) {
    let bench = Bench()
    let pairing = bench.pairing()
    let code = pairing.newCode()
    var compared = 0
    for number in 1...10_000 {
      switch pairing.guess(wrong(code, number)) {
      case .wrong: compared += 1
      case .paired: Issue.record("guess \(number) is right")
      case .early, .noCode: break
      }
      bench.pass(pause)
    }
    #expect((1...5).contains(compared), "\(compared)")
    #expect(secret(pairing.guess(code)) == nil, "the code is void, or waits")
  }

  @Test func `thirty-two browsers are paired, for thirty days or to the end`() throws {
    let bench = Bench()
    let pairing = bench.pairing()
    let secrets = try (0..<33).map { _ in try #require(secret(pairing.guess(pairing.newCode()))) }
    #expect(Set(secrets).count == 33)
    #expect(secrets.map(pairing.isPaired) == [false] + Array(repeating: true, count: 32))
    bench.pass(30 * 86_400 - 1)
    let late = try #require(secret(pairing.guess(pairing.newCode())))
    #expect(secrets.map(pairing.isPaired) == [false, false] + Array(repeating: true, count: 31))
    bench.pass(1)
    #expect(!secrets.contains(where: pairing.isPaired) && pairing.isPaired(late))
    let code = pairing.newCode()
    pairing.end()
    #expect(!pairing.isPaired(late) && pairing.guess(code) == .noCode)
  }

  @Test func `a browser that is used stays paired, and the one that was away longest is replaced`() throws {
    let pairing = Bench().pairing()
    let first = try #require(secret(pairing.guess(pairing.newCode())))
    let second = try #require(secret(pairing.guess(pairing.newCode())))
    for _ in 2...Pairing.mostBrowsers {
      #expect(pairing.isPaired(first))
      #expect(secret(pairing.guess(pairing.newCode())) != nil)
    }
    #expect(pairing.isPaired(first) && !pairing.isPaired(second))
  }

  /// Events, notices and status have more readers than the person who requests the code.
  @Test func `the box makes a code while its page is open, and names it in the answer alone`() throws {
    try Places.withFolder { folder in
      let box = try Box.alone(in: folder)
      let page = PartDouble("page")
      box.add(page)
      func become(_ condition: Condition, _ state: PartStatus.State) {
        page.become(condition)
        #expect(waitUntil { box.parts.first { $0.name == "page" }?.state == state })
      }
      func refusal() -> String? {
        let problem = #expect(throws: Problem.self) { try box.carryOut(.pairingCode) }
        return problem?.detail
      }
      try box.runningBeside {
        become(.running, .running)
        #expect(refusal() == "the page is not open on the network: gfctl network page on")
        _ = try box.configure(ConfigChange(key: "page.network", value: "true"))
        become(.starting, .starting)
        #expect(refusal() == "the page is being opened: try again")
        let failure = Failure("another program has port 8080", remedy: "choose another one")
        become(.degraded(failure), .degraded)
        #expect(refusal() == "\(failure)" && box.pairing.guess("") == .noCode)
        become(.running, .running)
        let subscription = box.hub.subscribe()
        let answer = try box.carryOut(.pairingCode)
        let match = try #require(answer.firstMatch(of: /^the code is (\d{3}) (\d{3}): open http:\/\/\S+\.local:8080 and type it/))
        let code = String(match.output.1 + match.output.2)
        #expect(box.reporter.signals.panel.waiting.contains(.digits(code.compactMap(\.wholeNumberValue))))
        let values = subscription.take().compactMap { item -> String? in if case .event(let event) = item { event.value } else { nil } }
        #expect(values.contains("pairingCode") && !values.contains { $0.contains(code) })
        #expect(!box.log.lastNotices.contains { $0.text.contains(code) })
        #expect(secret(box.pairing.guess(code)) != nil)
      }
    }
  }
}
